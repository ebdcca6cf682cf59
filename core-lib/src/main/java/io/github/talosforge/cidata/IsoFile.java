package io.github.talosforge.cidata;

/** A file in an image. */
final class IsoFile {
  private final String name;
  private final byte[] content;
  private final int sector;

  /**
   * Places a file.
   *
   * @param name its name
   * @param content its bytes
   * @param sector where it begins
   */
  IsoFile(String name, byte[] content, int sector) {
    this.name = name;
    this.content = content.clone();
    this.sector = sector;
  }

  String name() {
    return name;
  }

  int sector() {
    return sector;
  }

  int length() {
    return content.length;
  }

  /** Returns the sector behind it. */
  int end() {
    return sector + (content.length + IsoImage.SECTOR - 1) / IsoImage.SECTOR;
  }

  void write(byte[] image) {
    System.arraycopy(content, 0, image, sector * IsoImage.SECTOR, content.length);
  }
}
