package io.github.talosforge.simulator.factory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the files of a CD that is called {@code cidata}, as a guest of the platform nocloud does:
 * by the Joliet tree of an ISO 9660 image. Files of other kinds have none.
 */
public final class CidataReader {
  private static final int SECTOR = 2048;
  private static final int FIRST_DESCRIPTOR = 16;
  private static final int DESCRIPTORS = 16;
  private static final int JOLIET = 2;
  private static final int LABEL = 40;
  private static final int LABEL_LENGTH = 32;
  private static final int ESCAPES = 88;
  private static final int ROOT_SECTOR = 156 + 2;
  private static final int MOST_BYTES = 1 << 20;

  private final FileChannel image;

  private CidataReader(FileChannel image) {
    this.image = image;
  }

  /**
   * Reads a file.
   *
   * @param file the file
   * @return the texts in its root by name; empty when it is no such CD
   */
  public static Map<String, String> read(Path file) {
    try (FileChannel image = FileChannel.open(file)) {
      return new CidataReader(image).read();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private Map<String, String> read() throws IOException {
    for (int sector = FIRST_DESCRIPTOR; sector < FIRST_DESCRIPTOR + DESCRIPTORS; sector++) {
      ByteBuffer descriptor = bytes(sector, SECTOR);
      if (descriptor.limit() < SECTOR || !ascii(descriptor, 1, 5).equals("CD001")) {
        return Map.of();
      }
      if (descriptor.get(0) == JOLIET && ascii(descriptor, ESCAPES, 2).equals("%/")) {
        return ucs2(descriptor, LABEL, LABEL_LENGTH).strip().equalsIgnoreCase("cidata")
            ? files(bytes(descriptor.getInt(ROOT_SECTOR), SECTOR))
            : Map.of();
      }
    }
    return Map.of();
  }

  private Map<String, String> files(ByteBuffer directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (int at = 0; directory.get(at) != 0; at += directory.get(at) & 0xff) {
      boolean isFile = (directory.get(at + 25) & 2) == 0;
      int length = directory.getInt(at + 10);
      if (isFile && length <= MOST_BYTES) {
        String name = ucs2(directory, at + 33, directory.get(at + 32));
        ByteBuffer content = bytes(directory.getInt(at + 2), length);
        files.put(name, StandardCharsets.UTF_8.decode(content).toString());
      }
    }
    return files;
  }

  private ByteBuffer bytes(int sector, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    long position = (long) sector * SECTOR;
    while (bytes.hasRemaining()) {
      int read = image.read(bytes, position + bytes.position());
      if (read < 0) {
        break;
      }
    }
    return bytes.flip();
  }

  private static String ascii(ByteBuffer bytes, int at, int length) {
    return StandardCharsets.US_ASCII.decode(bytes.duplicate().slice(at, length)).toString();
  }

  private static String ucs2(ByteBuffer bytes, int at, int length) {
    return StandardCharsets.UTF_16BE.decode(bytes.duplicate().slice(at, length)).toString();
  }
}
