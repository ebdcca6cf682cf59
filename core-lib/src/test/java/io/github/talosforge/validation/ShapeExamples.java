package io.github.talosforge.validation;

import static io.github.talosforge.validation.RuleExample.cluster;
import static io.github.talosforge.validation.RuleExample.node;

import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.DiskEncryptionSpec;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;
import io.github.talosforge.model.KubernetesSpec.Cni;
import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.StartupOrder;
import io.github.talosforge.model.TalosVersion;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The number of nodes, versions, and what Kubernetes makes of them. */
final class ShapeExamples {
  private ShapeExamples() {}

  private static Consumer<ClusterFixture> versions(String talos, String kubernetes) {
    return c -> {
      c.talos = TalosVersion.of(talos);
      c.kubernetes = KubernetesVersion.of(kubernetes);
    };
  }

  private static Consumer<ClusterFixture> encryption(
      EncryptionKey state, EncryptionKey ephemeral, String kms) {
    return c ->
        c.encryption =
            new DiskEncryptionSpec(state, ephemeral, Optional.ofNullable(kms).map(URI::create));
  }

  static List<RuleExample> all() {
    return List.of(
        cluster(
            "TF-NO-CONTROL-PLANE",
            c -> c.without().worker("w"),
            "The cluster has no control plane.",
            c -> c.without().controlPlane("cp")),
        cluster(
            "TF-EVEN-CONTROL-PLANES",
            c -> c.controlPlane("cp-4"),
            "4 control planes survive the loss of no more of them than 3 do",
            c -> c.controlPlane("cp-4").controlPlane("cp-5")),
        cluster(
            "TF-MANY-CONTROL-PLANES",
            c -> c.pool("cps", NodeRole.CONTROL_PLANE, 6),
            "the majority of 9 control planes",
            c -> c.pool("cps", NodeRole.CONTROL_PLANE, 4)),
        cluster(
            "TF-NO-WORKERS",
            c -> c.without().controlPlane("cp"),
            "There are no workers, and control planes take no workloads",
            c -> c.without().controlPlane("cp").scheduleOnControlPlanes = true),
        cluster(
            "TF-CONTROL-PLANES-PINNED-TOGETHER",
            c ->
                c.hosts("pve1", "pve2")
                    .controlPlane("a", n -> n.host("pve1"))
                    .controlPlane("b", n -> n.host("pve1")),
            "The control planes a and b are both to be on pve1",
            c ->
                c.hosts("pve1", "pve2")
                    .controlPlane("a", n -> n.host("pve1"))
                    .controlPlane("b", n -> n.host("pve2"))),
        node(
            "TF-STARTUP-ORDER-INVERTED",
            n -> n.startup = new StartupOrder(3, 15, 60),
            "Worker odd starts before every control plane (order 3 against 4)",
            n -> n.startup = new StartupOrder(5, 15, 60)),
        cluster(
            "TF-VERSION-PAIR",
            versions("1.12.0", "1.36.0"),
            "Talos v1.12.0 runs Kubernetes 1.30 to 1.35, not v1.36.0.",
            versions("1.12.0", "1.30.1")),
        cluster(
            "TF-VERSION-PAIR",
            versions("1.9.0", "1.26.9"),
            "Talos v1.9.0 runs Kubernetes 1.27 to 1.32, not v1.26.9.",
            versions("1.9.0", "1.32.0")),
        cluster(
            "TF-TALOS-VERSION-UNKNOWN",
            versions("1.15.0", "1.38.0"),
            "Talos v1.15.0 is newer than 1.14",
            versions("1.14.0", "1.37.0")),
        cluster(
            "TF-TALOS-VERSION-OLD",
            versions("1.8.4", "1.31.0"),
            "Talos v1.8.4 is older than 1.9",
            versions("1.9.0", "1.31.0")),
        cluster(
            "TF-ENCRYPTION-TPM",
            encryption(EncryptionKey.OFF, EncryptionKey.TPM, null),
            "Node cp-1: Disk keys are to be sealed by a TPM",
            encryption(EncryptionKey.NODE_ID, EncryptionKey.OFF, null)),
        cluster(
            "TF-ENCRYPTION-KMS",
            encryption(EncryptionKey.KMS, EncryptionKey.OFF, null),
            "names none",
            encryption(EncryptionKey.KMS, EncryptionKey.OFF, "https://kms.example.org")),
        cluster(
            "TF-ANTI-AFFINITY-WITHOUT-HA",
            c -> c.antiAffinity = true,
            "only those VMs apart that its HA manages",
            c -> c.without().controlPlane("cp", n -> n.ha = true).antiAffinity = true),
        cluster(
            "TF-ANTI-AFFINITY-HOSTS",
            c -> c.hosts("pve1", "pve2").antiAffinity = true,
            "refuses to keep 3 control planes apart on 2 hosts",
            c -> c.hosts("pve1", "pve2", "pve3").antiAffinity = true),
        cluster(
            "TF-KUBE-PROXY-OFF",
            c -> c.kubeProxy = false,
            "nothing makes services reachable",
            c -> {
              c.kubeProxy = false;
              c.cni = Cni.CILIUM;
            }),
        cluster(
            "TF-CNI-NONE",
            c -> c.cni = Cni.NONE,
            "nodes stay NotReady",
            c -> {
              c.cni = Cni.NONE;
              c.inlineManifests = Map.of("calico", "kind: List");
            }),
        cluster(
            "TF-CLOUD-PROVIDER-MANIFESTS",
            c -> c.externalCloudProvider = true,
            "nothing installs one",
            c -> {
              c.externalCloudProvider = true;
              c.cloudProviderManifests = List.of(URI.create("https://example.org/ccm.yaml"));
            }),
        node(
            "TF-LABEL-RESTRICTED",
            n -> n.labels.put("node-role.kubernetes.io/gpu", ""),
            "does not let a worker give itself the label node-role.kubernetes.io/gpu",
            n -> {
              n.labels.put("topology.kubernetes.io/zone", "a");
              n.labels.put("node.kubernetes.io/gpu", "a");
              n.labels.put("example.org/gpu", "a");
              n.labels.put("plain", "a");
            }),
        node(
            "TF-LABEL-RESTRICTED",
            n -> n.labels.put("kubernetes.io/role", "gpu"),
            "the label kubernetes.io/role",
            n -> n.role = NodeRole.WORKER));
  }
}
