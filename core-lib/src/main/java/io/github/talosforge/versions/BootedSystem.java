package io.github.talosforge.versions;

import java.util.List;
import java.util.Optional;

/**
 * The system that a machine booted, as far as it tells.
 *
 * @param platform where the system believes to run, such as {@code nocloud}
 * @param secureBoot whether the firmware checked its signature
 * @param uki whether it was booted as one file with its kernel arguments in it
 * @param bootId another one after each boot
 * @param extensions what is in the image besides Talos
 */
public record BootedSystem(
    Optional<String> platform,
    Optional<Boolean> secureBoot,
    Optional<Boolean> uki,
    Optional<String> bootId,
    List<SystemExtension> extensions) {
  /** A system that nobody asked about. */
  public static final BootedSystem UNKNOWN =
      new BootedSystem(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

  /** Keeps an own copy of the list. */
  public BootedSystem {
    extensions = List.copyOf(extensions);
  }
}
