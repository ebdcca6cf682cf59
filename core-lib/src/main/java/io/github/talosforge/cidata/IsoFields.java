package io.github.talosforge.cidata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes fields one behind the other; ISO 9660 has most numbers in both byte orders. */
final class IsoFields {
  private final ByteBuffer buffer;

  IsoFields(byte[] target, int offset) {
    this.buffer = ByteBuffer.wrap(target);
    this.buffer.position(offset);
  }

  IsoFields bytes(int... values) {
    for (int value : values) {
      buffer.put((byte) value);
    }
    return this;
  }

  IsoFields text(String ascii) {
    buffer.put(ascii.getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  IsoFields raw(byte[] bytes) {
    buffer.put(bytes);
    return this;
  }

  /** Writes bytes into a field, the rest of which is zero. */
  IsoFields raw(byte[] bytes, int length) {
    buffer.put(bytes);
    return skip(length - bytes.length);
  }

  /** Writes a name into a field, the rest of which is blank. */
  IsoFields padded(byte[] name, int length, IsoNames names) {
    buffer.put(name);
    for (int filled = name.length; filled < length; filled++) {
      buffer.put(names.blank(filled));
    }
    return this;
  }

  IsoFields skip(int bytes) {
    buffer.position(buffer.position() + bytes);
    return this;
  }

  IsoFields little16(int value) {
    buffer.order(ByteOrder.LITTLE_ENDIAN).putShort((short) value);
    return this;
  }

  IsoFields big16(int value) {
    buffer.order(ByteOrder.BIG_ENDIAN).putShort((short) value);
    return this;
  }

  IsoFields both16(int value) {
    return little16(value).big16(value);
  }

  IsoFields little32(int value) {
    buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(value);
    return this;
  }

  IsoFields big32(int value) {
    buffer.order(ByteOrder.BIG_ENDIAN).putInt(value);
    return this;
  }

  IsoFields both32(int value) {
    return little32(value).big32(value);
  }
}
