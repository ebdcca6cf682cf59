package io.github.talosforge.validation.rules;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import java.util.Map;
import java.util.Optional;

/**
 * Which Kubernetes versions a Talos version runs.
 *
 * <p>From {@code pkg/machinery/constants/constants.go} of siderolabs/talos: every Talos minor is
 * made for one Kubernetes minor ({@code DefaultKubernetesVersion}) and supports that one and the
 * five before it ({@code SupportedKubernetesVersions = 6}).
 */
final class TalosSupport {
  private static final int SUPPORTED_MINORS = 6;

  /** Newest Kubernetes minor by Talos minor, both of major version 1. */
  private static final Map<Integer, Integer> NEWEST =
      Map.of(9, 32, 10, 33, 11, 34, 12, 35, 13, 36, 14, 37);

  static final int OLDEST_TALOS = 9;
  static final int NEWEST_TALOS = 14;

  /** The Kubernetes minors that a Talos version runs, both ends included. */
  record Minors(int oldest, int newest) {
    boolean contains(KubernetesVersion version) {
      return version.major() == 1 && oldest <= version.minor() && version.minor() <= newest;
    }

    @Override
    public String toString() {
      return "1." + oldest + " to 1." + newest;
    }
  }

  private TalosSupport() {}

  /** Returns the minors that a Talos version runs, if it is known here. */
  static Optional<Minors> of(TalosVersion talos) {
    return talos.major() == 1
        ? Optional.ofNullable(NEWEST.get(talos.minor()))
            .map(newest -> new Minors(newest - SUPPORTED_MINORS + 1, newest))
        : Optional.empty();
  }

  /** Tells whether a Talos version is newer than all that are known here. */
  static boolean isNewer(TalosVersion talos) {
    return talos.major() > 1 || talos.minor() > NEWEST_TALOS;
  }
}
