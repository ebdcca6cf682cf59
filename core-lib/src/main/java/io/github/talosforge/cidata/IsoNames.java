package io.github.talosforge.cidata;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** How one of an image's two trees writes names. */
enum IsoNames {
  /** Short names in capitals, the real ones behind them by Rock Ridge (SUSP, RRIP). */
  PRIMARY {
    @Override
    byte[] text(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    byte blank(int position) {
      return ' ';
    }

    @Override
    byte[] escapes() {
      return new byte[0];
    }

    @Override
    byte[] identifier(String name) {
      String letters = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
      return text(letters.substring(0, Math.min(8, letters.length())) + ".;1");
    }

    @Override
    byte[] extension(String name) {
      byte[] real = text(name);
      byte[] entries = new byte[POSIX_BYTES + 5 + real.length];
      posix(new IsoFields(entries, 0), READABLE_FILE, 1)
          .text("NM")
          .bytes(5 + real.length, 1, 0)
          .raw(real);
      return entries;
    }

    /** The sharing protocol is announced here, with the extension that uses it. */
    @Override
    byte[] ofRoot() {
      byte[] entries = new byte[7 + POSIX_BYTES + 8 + RRIP.length()];
      IsoFields fields = new IsoFields(entries, 0).text("SP").bytes(7, 1, 0xbe, 0xef, 0);
      posix(fields, DIRECTORY, 2)
          .text("ER")
          .bytes(8 + RRIP.length(), 1, RRIP.length(), 0, 0, 1)
          .text(RRIP);
      return entries;
    }

    @Override
    byte[] ofParent() {
      byte[] entries = new byte[POSIX_BYTES];
      posix(new IsoFields(entries, 0), DIRECTORY, 2);
      return entries;
    }
  },

  /** Names in UCS-2. */
  JOLIET {
    @Override
    byte[] text(String text) {
      return text.getBytes(StandardCharsets.UTF_16BE);
    }

    @Override
    byte blank(int position) {
      return (byte) (position % 2 == 0 ? 0 : ' ');
    }

    @Override
    byte[] escapes() {
      return "%/E".getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    byte[] identifier(String name) {
      return text(name);
    }

    @Override
    byte[] extension(String name) {
      return new byte[0];
    }

    @Override
    byte[] ofRoot() {
      return new byte[0];
    }

    @Override
    byte[] ofParent() {
      return new byte[0];
    }
  };

  private static final String RRIP = "RRIP_1991A";
  private static final int POSIX_BYTES = 36;
  private static final int READABLE_FILE = 0x8124;
  private static final int DIRECTORY = 0x416d;

  /** Writes a text in the tree's alphabet. */
  abstract byte[] text(String text);

  /** Returns the filler of a field at a position. */
  abstract byte blank(int position);

  /** Returns what announces the alphabet. */
  abstract byte[] escapes();

  /** Returns a file's name as its record has it. */
  abstract byte[] identifier(String name);

  /** Returns what follows a file's name. */
  abstract byte[] extension(String name);

  /** Returns what follows the root's record about itself. */
  abstract byte[] ofRoot();

  /** Returns what follows the root's record about its parent. */
  abstract byte[] ofParent();

  private static IsoFields posix(IsoFields fields, int mode, int links) {
    return fields.text("PX").bytes(POSIX_BYTES, 1).both32(mode).both32(links).both32(0).both32(0);
  }
}
