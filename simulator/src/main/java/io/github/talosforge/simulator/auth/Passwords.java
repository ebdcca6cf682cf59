package io.github.talosforge.simulator.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Digests of passwords, so that a state folder holds none in clear. */
final class Passwords {
  private Passwords() {}

  static String digest(String user, String password) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(sha.digest((user + "\0" + password).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no SHA-256", e);
    }
  }

  static boolean fits(User user, String password) {
    @Nullable String secret = user.secret();
    return secret != null
        && MessageDigest.isEqual(
            secret.getBytes(StandardCharsets.US_ASCII),
            digest(user.id(), password).getBytes(StandardCharsets.US_ASCII));
  }
}
