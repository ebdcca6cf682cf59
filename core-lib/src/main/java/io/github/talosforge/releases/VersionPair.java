package io.github.talosforge.releases;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;

/**
 * Talos and the Kubernetes that it runs.
 *
 * @param talos the version of Talos
 * @param kubernetes the version of Kubernetes
 */
public record VersionPair(TalosVersion talos, KubernetesVersion kubernetes) {
  @Override
  public String toString() {
    return "Talos " + talos + " with Kubernetes " + kubernetes;
  }
}
