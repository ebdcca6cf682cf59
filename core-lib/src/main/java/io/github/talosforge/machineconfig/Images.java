package io.github.talosforge.machineconfig;

import io.github.talosforge.model.KubernetesVersion;

/** The images that Kubernetes runs from. */
final class Images {

  private Images() {}

  static String kubelet(KubernetesVersion version) {
    return "ghcr.io/siderolabs/kubelet:" + version;
  }

  static String component(String name, KubernetesVersion version) {
    return "registry.k8s.io/" + name + ":" + version;
  }
}
