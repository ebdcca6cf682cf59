package io.github.talosforge.machineconfig.diff;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A value, and what may be shown of it.
 *
 * @param value the value itself
 * @param secret whether it must not be shown
 */
record ShownValue(String value, boolean secret) {
  private static final int SHOWN_BYTES = 4;
  private static final int LONGEST = 200;

  String shown() {
    if (secret) {
      return "sha256:" + hash();
    }
    long lines = value.lines().count();
    if (lines > 1) {
      return lines + " lines, sha256:" + hash();
    }
    return value.length() > LONGEST ? value.length() + " characters, sha256:" + hash() : value;
  }

  private String hash() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, SHOWN_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return shown();
  }
}
