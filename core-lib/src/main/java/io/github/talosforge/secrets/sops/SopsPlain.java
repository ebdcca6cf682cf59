package io.github.talosforge.secrets.sops;

import java.nio.charset.StandardCharsets;

/** A value before encryption: its bytes, and what SOPS calls its kind. */
final class SopsPlain {
  private final byte[] bytes;
  private final String type;

  SopsPlain(byte[] bytes, String type) {
    this.bytes = bytes.clone();
    this.type = type;
  }

  static SopsPlain of(String text, String type) {
    return new SopsPlain(text.getBytes(StandardCharsets.UTF_8), type);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  String type() {
    return type;
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
