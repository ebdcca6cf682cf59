package io.github.talosforge.simulator.talos.etcd;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;

/**
 * What etcd streams as its snapshot: the pages of its database, and their SHA-256.
 *
 * <p>The pages are as bbolt writes them: two meta pages, the root bucket with the one bucket {@code
 * key}, and its keys in a single leaf. Other buckets of etcd, such as its members, are not there.
 */
public final class SnapshotFile {
  private static final int PAGE = 4096;
  private static final int HEADER = 16;
  private static final int META = 64;
  private static final int ELEMENT = 16;
  private static final int MAGIC = 0xED0CDAED;
  private static final short LEAF = 2;
  private static final short META_PAGE = 4;
  private static final long NO_FREE_LIST = -1;
  private static final long ROOT = 2;
  private static final long KEYS = 3;

  private SnapshotFile() {}

  /** Rounds up to whole pages. */
  static long pages(long bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
  }

  /**
   * Writes the snapshot of a cluster.
   *
   * @param etcd the cluster
   * @return the whole file
   */
  public static byte[] of(EtcdCluster etcd) {
    byte[] keys = keys(etcd);
    int needed = Math.toIntExact(KEYS * PAGE + pages(keys.length));
    int size = Math.toIntExact(Math.max(needed, etcd.size()));
    ByteBuffer file = ByteBuffer.allocate(size + 32).order(ByteOrder.LITTLE_ENDIAN);
    meta(file, 0, size / PAGE);
    meta(file, 1, size / PAGE);
    file.position(Math.toIntExact(ROOT * PAGE)).put(bucket());
    file.position(Math.toIntExact(KEYS * PAGE)).put(keys);
    file.position(size).put(sha256(Arrays.copyOf(content(file), size)));
    return content(file);
  }

  private static void meta(ByteBuffer file, int number, long pages) {
    file.position(number * PAGE);
    file.putLong(number).putShort(META_PAGE).putShort((short) 0).putInt(0);
    int begin = file.position();
    file.putInt(MAGIC).putInt(2).putInt(PAGE).putInt(0).putLong(ROOT).putLong(0);
    file.putLong(NO_FREE_LIST).putLong(pages).putLong(number + 2L);
    file.putLong(fnv(Arrays.copyOfRange(content(file), begin, begin + META - Long.BYTES)));
  }

  /** Everything in a buffer, wherever it was written last. */
  private static byte[] content(ByteBuffer buffer) {
    byte[] all = new byte[buffer.capacity()];
    buffer.duplicate().clear().get(all);
    return all;
  }

  /** FNV-1a, the checksum of a meta page. */
  private static long fnv(byte[] bytes) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : bytes) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }

  private static byte[] bucket() {
    byte[] name = "key".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer page = little(HEADER + ELEMENT + name.length + 16);
    header(page, ROOT, 1, 0);
    page.putInt(1).putInt(ELEMENT).putInt(name.length).putInt(16).put(name);
    return content(page.putLong(KEYS).putLong(0));
  }

  private static byte[] keys(EtcdCluster etcd) {
    Map<String, String> all = etcd.range("");
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    ByteBuffer elements = little(ELEMENT * all.size());
    long revision = etcd.revision() - all.size();
    for (Map.Entry<String, String> entry : all.entrySet()) {
      byte[] value = value(entry, ++revision);
      int ahead = elements.remaining() + data.size();
      elements.putInt(0).putInt(ahead).putInt(17).putInt(value.length);
      data.writeBytes(ByteBuffer.allocate(17).putLong(revision).put((byte) '_').putLong(0).array());
      data.writeBytes(value);
    }
    int length = HEADER + elements.capacity() + data.size();
    ByteBuffer page = little(length);
    header(page, KEYS, all.size(), Math.toIntExact(pages(length) / PAGE) - 1);
    return content(page.put(content(elements)).put(data.toByteArray()));
  }

  private static void header(ByteBuffer page, long id, int count, int overflow) {
    page.putLong(id).putShort(LEAF).putShort((short) count).putInt(overflow);
  }

  /** A key as etcd keeps it: mvccpb.KeyValue. */
  private static byte[] value(Map.Entry<String, String> entry, long revision) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    bytes(out, 1, entry.getKey());
    number(out, 2, revision);
    number(out, 3, revision);
    number(out, 4, 1);
    bytes(out, 5, entry.getValue());
    return out.toByteArray();
  }

  private static void bytes(ByteArrayOutputStream out, int field, String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    out.write((field << 3) | 2);
    varint(out, content.length);
    out.writeBytes(content);
  }

  private static void number(ByteArrayOutputStream out, int field, long value) {
    out.write(field << 3);
    varint(out, value);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest > 0x7f) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
