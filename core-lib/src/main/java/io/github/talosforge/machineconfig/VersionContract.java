package io.github.talosforge.machineconfig;

import io.github.talosforge.model.TalosVersion;

/**
 * What a machine configuration looks like, which changed from one minor version of Talos to the
 * next. A node refuses documents and keys that its version does not know.
 */
public enum VersionContract {
  /** Talos 1.9. */
  V1_9(9),
  /** Talos 1.10. */
  V1_10(10),
  /** Talos 1.11. */
  V1_11(11),
  /** Talos 1.12. */
  V1_12(12),
  /** Talos 1.13, and what is newer: Talos reads configurations of the versions before. */
  V1_13(13);

  private final int minor;

  VersionContract(int minor) {
    this.minor = minor;
  }

  /** Returns what a version of Talos is configured by. */
  public static VersionContract of(TalosVersion version) {
    VersionContract found = V1_9;
    for (VersionContract contract : values()) {
      if (version.major() > 1 || version.minor() >= contract.minor) {
        found = contract;
      }
    }
    return found;
  }

  /** Returns the minor version of Talos. */
  public int minor() {
    return minor;
  }

  /** Installers are made for a platform; before, one was for all. */
  boolean hasPlatformInstallers() {
    return minor >= 10;
  }

  /** Volumes are encrypted by documents; before, by {@code machine.systemDiskEncryption}. */
  boolean encryptsByDocument() {
    return minor >= 11;
  }

  /** The host name and registries have documents; before, keys of {@code machine}. */
  boolean hasNetworkDocuments() {
    return minor >= 12;
  }

  /** Some features can be switched off, and the wish to have them is written down. */
  boolean namesLockedFeatures() {
    return minor <= 11;
  }

  /** API servers' certificates have the endpoint's name only if it is written down. */
  boolean namesEndpointInCertificates() {
    return minor <= 11;
  }

  /** GRUB takes the kernel's arguments of the image. */
  boolean takesKernelArgsOfImage() {
    return minor >= 12;
  }

  /** Returns the version in words, such as {@code Talos 1.12}. */
  @Override
  public String toString() {
    return "Talos 1." + minor;
  }
}
