package io.github.talosforge.talos;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;

/**
 * The fingerprint of a machine's key as its console shows it: the SHA-256 of the public key in
 * base64.
 *
 * @param value the text, 44 characters
 */
public record Fingerprint(String value) {
  private static final int DIGEST_BYTES = 32;

  /**
   * Checks the text.
   *
   * @throws IllegalArgumentException if it is not the base64 of 32 bytes
   */
  public Fingerprint {
    if (!isDigest(value)) {
      throw new IllegalArgumentException(
          "expected the base64 of a SHA-256, 44 characters as the console shows, but got '"
              + value
              + "'");
    }
  }

  private static boolean isDigest(String text) {
    try {
      return Base64.getDecoder().decode(text).length == DIGEST_BYTES;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Sums up a key.
   *
   * @param key the public key of a machine's certificate
   * @return its fingerprint
   */
  public static Fingerprint of(PublicKey key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return new Fingerprint(Base64.getEncoder().encodeToString(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
