package io.github.talosforge.simulator.api;

import io.github.talosforge.simulator.world.RemoteImage;

/**
 * A file that came with a multipart upload.
 *
 * @param filename the name in the {@code filename} field
 * @param image what the file holds: size, checksums, identity
 */
public record UploadedFile(String filename, RemoteImage image) {}
