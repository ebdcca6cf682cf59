package io.github.talosforge.versions;

/**
 * Something that an image of Talos has besides Talos.
 *
 * @param name such as {@code qemu-guest-agent}
 * @param version its own version
 */
public record SystemExtension(String name, String version) {
  @Override
  public String toString() {
    return name + " " + version;
  }
}
