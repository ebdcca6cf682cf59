package io.github.talosforge.simulator.factory;

import java.nio.ByteBuffer;

/**
 * A qcow2 image (version 3) in which nothing was written yet, with a note in a header extension
 * that programs which do not know it pass over.
 */
final class EmptyQcow2 {
  private static final int MAGIC = 0x514649fb;
  private static final int HEADER = 104;
  private static final int CLUSTER_BITS = 12;
  private static final int CLUSTER = 1 << CLUSTER_BITS;
  private static final int ENTRY = 8;
  private static final int NOTE = 0x746c7366;

  private EmptyQcow2() {}

  /** Whether a file begins as images of this kind do. */
  static boolean is(byte[] head) {
    return head.length >= HEADER && ByteBuffer.wrap(head).getInt() == MAGIC;
  }

  /**
   * An image: the header, the table of reference counts, its only block, and the table of tables.
   */
  static byte[] image(long size, byte[] note) {
    long perTable = (long) CLUSTER / ENTRY * CLUSTER;
    int tables = Math.toIntExact((size + perTable - 1) / perTable);
    int length = 3 * CLUSTER + tables * ENTRY;
    ByteBuffer image = ByteBuffer.allocate(length);
    image.putInt(MAGIC).putInt(3);
    image.putLong(0).putInt(0); // no backing file
    image.putInt(CLUSTER_BITS).putLong(size);
    image.putInt(0); // not encrypted
    image.putInt(tables).putLong(3L * CLUSTER);
    image.putLong(CLUSTER).putInt(1);
    image.putInt(0).putLong(0); // no snapshots
    image.putLong(0).putLong(0).putLong(0); // no features
    image.putInt(4).putInt(HEADER); // counts of 16 bits
    image.putInt(NOTE).putInt(note.length).put(note);
    image.putLong(CLUSTER, 2L * CLUSTER);
    for (int cluster = 0; cluster * CLUSTER < length; cluster++) {
      image.putShort(2 * CLUSTER + 2 * cluster, (short) 1);
    }
    return image.array();
  }
}
