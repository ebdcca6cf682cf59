package io.github.talosforge.pki;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A private key as PEM text, kept as it was written.
 *
 * @param text the PEM text, which is secret
 */
public record PemKey(String text) {

  /** Returns the text as Talos' files hold it: PEM in base64. */
  public String base64() {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "PemKey[***]";
  }
}
