package io.github.talosforge.credentials;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** PEM in base64, as both kinds of files hold it. */
final class Base64Text {

  private Base64Text() {}

  static String decode(String owner, String key, String text) {
    try {
      return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new CredentialsException(
          "'%s' of '%s' is not base64. Remove '%2$s' from the file, and it is written anew."
              .formatted(key, owner),
          e);
    }
  }

  static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
