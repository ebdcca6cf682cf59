package io.github.talosforge.simulator.factory;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which file of a schematic and version is meant.
 *
 * @param schematic the schematic's id
 * @param version the Talos version, with its v
 * @param file for example {@code nocloud-amd64.qcow2}
 */
record ImageName(String schematic, String version, String file) {
  private static final long MIB = 1L << 20;
  private static final long DISK = 1246 * MIB;
  private static final Pattern PATH =
      Pattern.compile("/image/([0-9a-f]{64})/(v[0-9][^/]*)/([a-z0-9][A-Za-z0-9._-]*)");
  private static final Pattern FILE =
      Pattern.compile(
          "(kernel-(amd64|arm64)|initramfs-(amd64|arm64)\\.xz|cmdline-[a-z]+-(amd64|arm64)"
              + "|[a-z]+-(amd64|arm64)(-secureboot)?"
              + "(\\.iso|-uki\\.efi|\\.(raw|qcow2|vhd|ova)(\\.tar\\.gz|\\.gz|\\.xz|\\.zst)?))"
              + "(\\.sha256|\\.sha512)?");

  static Optional<ImageName> parse(String path) {
    Matcher matcher = PATH.matcher(path);
    return matcher.matches() && FILE.matcher(matcher.group(3)).matches()
        ? Optional.of(new ImageName(matcher.group(1), matcher.group(2), matcher.group(3)))
        : Optional.empty();
  }

  /** Whether it is the checksum of a file, which only paying users get. */
  boolean isChecksum() {
    return file.endsWith(".sha256") || file.endsWith(".sha512");
  }

  String identity() {
    return schematic + "/" + version + "/" + file;
  }

  /** The size that the real file would have, about; different for each identity. */
  long size() {
    long spread = Integer.toUnsignedLong(identity().hashCode()) % (4 * MIB);
    if (file.endsWith(".qcow2")) {
      return 118 * MIB + spread;
    }
    if (file.endsWith(".raw") || file.endsWith(".vhd")) {
      return DISK;
    }
    return (file.endsWith(".iso") ? 102 * MIB : 84 * MIB) + spread;
  }

  long virtualSize() {
    return file.matches(".*\\.(raw|qcow2|vhd|ova).*") ? DISK : size();
  }

  String contentType() {
    return file.endsWith(".iso") ? "application/x-iso9660-image" : "application/octet-stream";
  }
}
