package io.github.talosforge.cidata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes an ISO 9660 image with a few files in its root, their names kept by both Rock Ridge and
 * Joliet: Linux reads the one or the other, depending on how it was built.
 *
 * <p>Nothing in it depends on time or chance.
 */
final class IsoImage {
  static final int SECTOR = 2048;
  private static final int PRIMARY = 16;
  private static final int JOLIET = 17;
  private static final int TERMINATOR = 18;
  private static final int PATH_TABLES = 19;
  private static final int PRIMARY_ROOT = 23;
  private static final int JOLIET_ROOT = 24;
  private static final int FIRST_FILE = 25;
  private static final int PATH_TABLE_BYTES = 10;

  private final String label;
  private final List<IsoFile> files;
  private final byte[] image;

  private IsoImage(String label, List<IsoFile> files) {
    this.label = label;
    this.files = files;
    int end = files.stream().mapToInt(IsoFile::end).max().orElse(FIRST_FILE);
    this.image = new byte[end * SECTOR];
  }

  /**
   * Writes an image.
   *
   * @param label the volume's name
   * @param contents the files by name
   * @return the image, in whole sectors
   */
  static byte[] of(String label, Map<String, byte[]> contents) {
    return new IsoImage(label, placed(contents)).write();
  }

  private static List<IsoFile> placed(Map<String, byte[]> contents) {
    List<IsoFile> files = new ArrayList<>();
    int sector = FIRST_FILE;
    for (Map.Entry<String, byte[]> content : new TreeMap<>(contents).entrySet()) {
      IsoFile file = new IsoFile(content.getKey(), content.getValue(), sector);
      files.add(file);
      sector = file.end();
    }
    return files;
  }

  private byte[] write() {
    descriptor(PRIMARY, 1, IsoNames.PRIMARY, PATH_TABLES, PRIMARY_ROOT);
    descriptor(JOLIET, 2, IsoNames.JOLIET, PATH_TABLES + 2, JOLIET_ROOT);
    at(TERMINATOR).bytes(255).text("CD001").bytes(1);
    pathTables(PATH_TABLES, PRIMARY_ROOT);
    pathTables(PATH_TABLES + 2, JOLIET_ROOT);
    directory(PRIMARY_ROOT, IsoNames.PRIMARY);
    directory(JOLIET_ROOT, IsoNames.JOLIET);
    files.forEach(file -> file.write(image));
    return image;
  }

  private IsoFields at(int sector) {
    return new IsoFields(image, sector * SECTOR);
  }

  /** The offsets are those of ECMA-119, 8.4 and 8.5. */
  private void descriptor(int sector, int type, IsoNames names, int pathTables, int root) {
    IsoFields fields = at(sector).bytes(type).text("CD001").bytes(1, 0);
    fields.padded(names.text(""), 32, names).padded(names.text(label), 32, names);
    fields.skip(8).both32(image.length / SECTOR).raw(names.escapes(), 32);
    fields.both16(1).both16(1).both16(SECTOR).both32(PATH_TABLE_BYTES);
    fields.little32(pathTables).little32(0).big32(pathTables + 1).big32(0);
    fields.raw(IsoRecord.directory(root, SECTOR, 0, new byte[0]), 34);
    fields.padded(names.text(label), 128, names);
    for (int length : new int[] {128, 128, 128, 37, 37, 37}) {
      fields.padded(names.text(""), length, names);
    }
    for (int date = 0; date < 4; date++) {
      fields.text(date < 2 ? "1980010100000000" : "0000000000000000").bytes(0);
    }
    fields.bytes(1);
  }

  private void pathTables(int sector, int root) {
    at(sector).bytes(1, 0).little32(root).little16(1).bytes(0);
    at(sector + 1).bytes(1, 0).big32(root).big16(1).bytes(0);
  }

  private void directory(int sector, IsoNames names) {
    IsoFields fields = at(sector);
    fields.raw(IsoRecord.directory(sector, SECTOR, 0, names.ofRoot()));
    fields.raw(IsoRecord.directory(sector, SECTOR, 1, names.ofParent()));
    for (IsoFile file : files) {
      fields.raw(IsoRecord.file(file, names.identifier(file.name()), names.extension(file.name())));
    }
  }
}
