package io.github.talosforge.credentials;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

/**
 * A wish for a client certificate.
 *
 * @param lifetime how long a new one lasts
 * @param now the present moment
 * @param random where its key comes from
 */
public record ClientRequest(Duration lifetime, Instant now, SecureRandom random) {

  /** Checks that the certificate would last at all. */
  public ClientRequest {
    if (lifetime.isNegative() || lifetime.isZero()) {
      throw new CredentialsException(
          "A client certificate cannot last " + lifetime + "; say for example 8760h", null);
    }
  }
}
