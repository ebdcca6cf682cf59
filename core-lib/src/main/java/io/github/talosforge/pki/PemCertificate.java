package io.github.talosforge.pki;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A certificate as PEM text, kept as it was written.
 *
 * <p>It is not parsed until somebody asks, for the JDK refuses certificates that Talos makes: its
 * aggregator CA has an empty name.
 *
 * @param text the PEM text
 */
public record PemCertificate(String text) {

  /** Returns the text as Talos' files hold it: PEM in base64. */
  public String base64() {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
