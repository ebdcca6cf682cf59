package io.github.talosforge.backup;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Proves a snapshot of etcd while it passes: the pages of a bbolt database, and in the end the 32
 * bytes of their SHA-256.
 */
final class SnapshotCheck {
  private static final int SECTOR = 512;
  private static final int DIGEST = 32;
  private static final int MAGIC_AT = 16;
  private static final int MAGIC = 0xED0CDAED;
  private static final int FORM = 2;
  private static final int HEAD = MAGIC_AT + 2 * Integer.BYTES;

  private final MessageDigest digest = sha256();
  private final ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);

  /** The last bytes so far, which may be the digest of all others. */
  private byte[] last = new byte[0];

  private long bytes;

  void add(ByteBuffer piece) {
    ByteBuffer first = piece.duplicate();
    first.limit(first.position() + Math.min(first.remaining(), head.remaining()));
    head.put(first);
    bytes += piece.remaining();
    byte[] all = Arrays.copyOf(last, last.length + piece.remaining());
    piece.duplicate().get(all, last.length, piece.remaining());
    int passed = Math.max(0, all.length - DIGEST);
    digest.update(all, 0, passed);
    last = Arrays.copyOfRange(all, passed, all.length);
  }

  /** Says what is wrong with what has passed; to be asked once, in the end. */
  Optional<String> problem() {
    if (bytes % SECTOR != DIGEST) {
      return Optional.of(
          "it has "
              + bytes
              + " bytes, and a snapshot of etcd has a multiple of "
              + SECTOR
              + " and "
              + DIGEST
              + " more: a part of it is missing, or it is something else");
    }
    if (!isDatabase()) {
      return Optional.of("it does not begin as a database of etcd");
    }
    return MessageDigest.isEqual(digest.digest(), last)
        ? Optional.empty()
        : Optional.of("the SHA-256 at its end is not that of its content: it is damaged");
  }

  private boolean isDatabase() {
    return head.position() == HEAD
        && head.getInt(MAGIC_AT) == MAGIC
        && head.getInt(MAGIC_AT + Integer.BYTES) == FORM;
  }

  long bytes() {
    return bytes;
  }

  /** The digest at the end. */
  String trailer() {
    return HexFormat.of().formatHex(last);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
