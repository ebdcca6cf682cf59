package io.github.talosforge.releases;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import java.util.Optional;

/**
 * What is known of a minor release of Talos.
 *
 * @param minor which it is
 * @param oldestHost the oldest Talos that its installers upgrade
 * @param oldestKubernetes the oldest minor of Kubernetes that it runs
 * @param newestKubernetes the newest one
 * @param newest its newest patch when that was looked up
 * @param leaveFrom the oldest patch from which the next minor is safe, if not all are
 */
public record TalosMinor(
    Minor minor,
    TalosVersion oldestHost,
    Minor oldestKubernetes,
    Minor newestKubernetes,
    TalosVersion newest,
    Optional<TalosVersion> leaveFrom) {

  /** Tells whether it runs a version of Kubernetes. */
  public boolean runs(KubernetesVersion version) {
    return runs(Minor.of(version));
  }

  boolean runs(Minor kubernetes) {
    return oldestKubernetes.compareTo(kubernetes) <= 0
        && kubernetes.compareTo(newestKubernetes) <= 0;
  }

  /** Returns the versions of Kubernetes that it runs, in words. */
  public String kubernetes() {
    return oldestKubernetes + " to " + newestKubernetes;
  }
}
