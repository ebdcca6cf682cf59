package io.github.talosforge.proxmox.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * A file to upload; its size must be known because Proxmox refuses chunked bodies.
 *
 * @param name the file name that the storage will hold
 * @param size the number of bytes
 * @param content gives the bytes, once for each attempt
 */
public record FilePart(String name, long size, Content content) {
  /** Opens the bytes of a file. */
  @FunctionalInterface
  public interface Content {
    /** Gives a new stream from the first byte on. */
    InputStream open() throws IOException;
  }
}
