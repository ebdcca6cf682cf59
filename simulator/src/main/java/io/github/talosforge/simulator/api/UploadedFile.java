package io.github.talosforge.simulator.api;

import io.github.talosforge.simulator.world.RemoteImage;
import java.util.Map;

/**
 * A file that came with a multipart upload.
 *
 * @param filename the name in the {@code filename} field
 * @param image what the file holds: size, checksums, identity
 * @param files the texts on it by name, when it is a CD called {@code cidata}
 */
public record UploadedFile(String filename, RemoteImage image, Map<String, String> files) {
  /** Copies the map. */
  public UploadedFile {
    files = Map.copyOf(files);
  }
}
