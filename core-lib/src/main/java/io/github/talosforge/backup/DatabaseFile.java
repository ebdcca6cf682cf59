package io.github.talosforge.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The database of etcd, as bbolt lays it out in pages, read no further than to its last revision.
 *
 * <pre>
 * page    = id:8 flags:2 count:2 overflow:4, then elements or a meta
 * meta    = magic:4 version:4 page size:4 flags:4 root page:8 sequence:8 free list:8 pages:8 transaction:8 checksum:8
 * branch  = position:4 key size:4 page:8          its position counts from the element
 * leaf    = flags:4 position:4 key size:4 value size:4
 * bucket  = root page:8 sequence:8                the value of a leaf's element
 * </pre>
 *
 * <p>The bucket {@code key} has what etcd holds, under revision:8 "_" part:8, both big-endian.
 */
final class DatabaseFile {
  private static final int HEADER = 16;
  private static final int ELEMENT = 16;
  private static final int LARGEST_PAGE = 64 * 1024;
  private static final int DEEPEST = 32;
  private static final int BRANCH = 1;
  private static final int LEAF = 2;
  private static final byte[] KEYS = "key".getBytes(StandardCharsets.US_ASCII);

  private final FileChannel file;
  private final int pageSize;

  private DatabaseFile(FileChannel file, int pageSize) {
    this.file = file;
    this.pageSize = pageSize;
  }

  /** Finds the last revision; empty where the file is laid out otherwise. */
  static Optional<Long> revision(FileChannel file) throws IOException {
    try {
      ByteBuffer first = read(file, HEADER, 64);
      int pageSize = first.getInt(8);
      if (pageSize < 512 || pageSize > LARGEST_PAGE) {
        return Optional.empty();
      }
      ByteBuffer second = read(file, pageSize + HEADER, 64);
      ByteBuffer meta = second.getLong(48) > first.getLong(48) ? second : first;
      DatabaseFile database = new DatabaseFile(file, pageSize);
      Optional<Long> keys = database.bucket(meta.getLong(16), 0);
      return keys.isPresent() ? database.last(keys.get(), 0) : Optional.empty();
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static ByteBuffer read(FileChannel file, long at, int length) throws IOException {
    if (at < 0 || length < 0 || at + length > file.size()) {
      throw new IllegalArgumentException("no such page");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = file.read(bytes, at + bytes.position());
    }
    return bytes.flip();
  }

  private ByteBuffer page(long id) throws IOException {
    ByteBuffer header = read(file, id * pageSize, HEADER);
    long length = (header.getInt(12) + 1L) * pageSize;
    return read(file, id * pageSize, Math.toIntExact(length));
  }

  private static int element(int index) {
    return HEADER + index * ELEMENT;
  }

  private static int count(ByteBuffer page) {
    return page.getShort(10) & 0xffff;
  }

  /** The root page of the bucket with etcd's keys. */
  private Optional<Long> bucket(long id, int depth) throws IOException {
    ByteBuffer page = page(id);
    if (page.getShort(8) == BRANCH && depth < DEEPEST) {
      int child = 0;
      for (int i = 1; i < count(page); i++) {
        int at = element(i);
        byte[] key = bytes(page, at + page.getInt(at), page.getInt(at + 4));
        child = Arrays.compare(key, KEYS) <= 0 ? i : child;
      }
      return bucket(page.getLong(element(child) + 8), depth + 1);
    }
    for (int i = 0; i < count(page); i++) {
      int at = element(i);
      int key = at + page.getInt(at + 4);
      int size = page.getInt(at + 8);
      if (Arrays.equals(bytes(page, key, size), KEYS)) {
        return Optional.of(page.getLong(key + size)).filter(root -> root != 0);
      }
    }
    return Optional.empty();
  }

  private static byte[] bytes(ByteBuffer page, int at, int length) {
    byte[] bytes = new byte[Math.min(length, page.capacity())];
    page.get(at, bytes);
    return bytes;
  }

  private Optional<Long> last(long id, int depth) throws IOException {
    ByteBuffer page = page(id);
    if (count(page) == 0) {
      return Optional.empty();
    }
    int at = element(count(page) - 1);
    if (page.getShort(8) == BRANCH && depth < DEEPEST) {
      return last(page.getLong(at + 8), depth + 1);
    }
    return page.getShort(8) == LEAF
        ? Optional.of(page.order(ByteOrder.BIG_ENDIAN).getLong(at + little(page, at + 4)))
        : Optional.empty();
  }

  private static int little(ByteBuffer page, int at) {
    return page.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }
}
