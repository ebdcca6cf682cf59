package io.github.talosforge.health;

import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesPod;
import io.github.talosforge.kubernetes.KubernetesReader;
import io.github.talosforge.kubernetes.Replicas;
import java.util.List;
import java.util.Optional;

/**
 * What Kubernetes says, all at one time.
 *
 * @param nodes its nodes
 * @param controlPlane the pods of its control plane
 * @param proxy the daemon set kube-proxy
 * @param dns the deployment coredns
 */
record KubernetesFacts(
    Known<List<KubernetesNode>> nodes,
    Known<List<KubernetesPod>> controlPlane,
    Known<Optional<Replicas>> proxy,
    Known<Optional<Replicas>> dns) {

  static KubernetesFacts of(KubernetesReader kubernetes) {
    Known<List<KubernetesNode>> nodes = Known.of(kubernetes::nodes);
    if (nodes.value().isEmpty()) {
      String why = nodes.problem();
      return new KubernetesFacts(
          nodes,
          new Known<>(Optional.empty(), why),
          new Known<>(Optional.empty(), why),
          new Known<>(Optional.empty(), why));
    }
    return new KubernetesFacts(
        nodes,
        Known.of(
            () ->
                kubernetes.systemPods(
                    "k8s-app in (" + String.join(",", KubernetesRules.COMPONENTS) + ")")),
        Known.of(() -> kubernetes.systemDaemonSet("kube-proxy")),
        Known.of(() -> kubernetes.systemDeployment("coredns")));
  }
}
