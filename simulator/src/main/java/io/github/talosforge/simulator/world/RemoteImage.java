package io.github.talosforge.simulator.world;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file holds, as far as the simulation cares.
 *
 * @param size the declared size of the file in bytes
 * @param virtualSize the size of the disk that the image holds; the file's size when it is no disk
 *     image
 * @param checksums hex digests by algorithm (md5, sha1, sha224, sha256, sha384, sha512); a missing
 *     algorithm never matches
 * @param identity what boots from it, for example schematic and version; null when unknown
 * @param mimetype the content type that its server declares
 * @param format what kind of image it really is, such as qcow2; null: whatever its name says
 */
public record RemoteImage(
    long size,
    long virtualSize,
    Map<String, String> checksums,
    @Nullable String identity,
    @Nullable String mimetype,
    @Nullable String format) {
  /** Copies the map. */
  public RemoteImage {
    checksums = Map.copyOf(checksums);
  }

  /**
   * A file that is what its name says.
   *
   * @param size the declared size of the file in bytes
   * @param virtualSize the size of the disk that the image holds
   * @param checksums hex digests by algorithm
   * @param identity what boots from it; null when unknown
   * @param mimetype the content type that its server declares
   */
  public RemoteImage(
      long size,
      long virtualSize,
      Map<String, String> checksums,
      @Nullable String identity,
      @Nullable String mimetype) {
    this(size, virtualSize, checksums, identity, mimetype, null);
  }
}
