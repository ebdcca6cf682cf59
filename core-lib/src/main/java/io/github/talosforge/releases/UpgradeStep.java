package io.github.talosforge.releases;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import java.util.Optional;

/** One upgrade of all nodes, after which the cluster is whole again. */
public sealed interface UpgradeStep {
  /** Says it in words, such as {@code Talos v1.13.10}. */
  String words();

  /**
   * Another version of Talos on all nodes.
   *
   * @param to the version
   */
  record Talos(TalosVersion to) implements UpgradeStep {
    @Override
    public String words() {
      return "Talos " + to;
    }
  }

  /**
   * Another version of Kubernetes on all nodes.
   *
   * @param to its minor release
   * @param exactly the version, where the files say it; between, the newest patch will do
   */
  record Kubernetes(Minor to, Optional<KubernetesVersion> exactly) implements UpgradeStep {
    @Override
    public String words() {
      return "Kubernetes "
          + exactly.map(Object::toString).orElseGet(() -> to + " (its newest patch)");
    }
  }
}
