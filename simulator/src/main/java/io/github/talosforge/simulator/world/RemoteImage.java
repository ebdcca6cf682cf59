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
 */
public record RemoteImage(
    long size,
    long virtualSize,
    Map<String, String> checksums,
    @Nullable String identity,
    @Nullable String mimetype) {
  /** Copies the map. */
  public RemoteImage {
    checksums = Map.copyOf(checksums);
  }
}
