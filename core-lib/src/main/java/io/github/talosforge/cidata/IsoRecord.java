package io.github.talosforge.cidata;

/** Writes directory records, ECMA-119, 9.1. */
final class IsoRecord {
  private static final int FIXED = 33;
  private static final int DIRECTORY = 2;

  private IsoRecord() {}

  /**
   * Writes the record of a directory about itself or its parent.
   *
   * @param sector where the directory is
   * @param bytes its size
   * @param identifier 0 for itself, 1 for its parent
   * @param extension what follows the identifier
   */
  static byte[] directory(int sector, int bytes, int identifier, byte[] extension) {
    return record(sector, bytes, DIRECTORY, new byte[] {(byte) identifier}, extension);
  }

  /** Writes the record of a file. */
  static byte[] file(IsoFile file, byte[] identifier, byte[] extension) {
    return record(file.sector(), file.length(), 0, identifier, extension);
  }

  private static byte[] record(
      int sector, int bytes, int flags, byte[] identifier, byte[] extension) {
    int named = even(FIXED + identifier.length);
    byte[] record = new byte[even(named + extension.length)];
    IsoFields fields = new IsoFields(record, 0).bytes(record.length, 0);
    fields.both32(sector).both32(bytes);
    fields.bytes(80, 1, 1, 0, 0, 0, 0).bytes(flags, 0, 0).both16(1);
    fields.bytes(identifier.length).raw(identifier, named - FIXED).raw(extension);
    return record;
  }

  private static int even(int length) {
    return length + length % 2;
  }
}
