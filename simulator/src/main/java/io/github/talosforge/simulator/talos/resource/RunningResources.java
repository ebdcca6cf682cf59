package io.github.talosforge.simulator.talos.resource;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node runs for Kubernetes: its kubelet and the pods of its control plane. Where the
 * configuration names no image, Talos takes that of the Kubernetes it comes with.
 */
final class RunningResources {
  private static final Map<String, String> PODS =
      Map.of(
          "kube-apiserver", "/cluster/apiServer",
          "kube-controller-manager", "/cluster/controllerManager",
          "kube-scheduler", "/cluster/scheduler");

  List<NodeResource> list(Machine machine, ResourceType type) {
    return switch (type) {
      case KUBELET_SPEC ->
          machine.config().map(config -> List.of(kubelet(machine, config))).orElse(List.of());
      case STATIC_POD ->
          controlPlane(machine).map(config -> pods(machine, config)).orElse(List.of());
      case ETCD_SPEC -> controlPlane(machine).map(RunningResources::etcd).stream().toList();
      case BOOTSTRAP_MANIFESTS_CONFIG ->
          controlPlane(machine).map(RunningResources::manifests).stream().toList();
      default -> List.of();
    };
  }

  private static Optional<MachineConfig> controlPlane(Machine machine) {
    return machine.config().filter(MachineConfig::isControlPlane);
  }

  private static NodeResource etcd(MachineConfig config) {
    String image = config.image("/cluster/etcd").orElse("gcr.io/etcd-development/etcd:v3.5.21");
    return NodeResources.resource(
        ResourceType.ETCD_SPEC, "etcd", new Spec().text(3, "image", image));
  }

  private static NodeResource manifests(MachineConfig config) {
    String image =
        config.image("/cluster/coreDNS").orElse("registry.k8s.io/coredns/coredns:v1.12.1");
    return NodeResources.resource(
        ResourceType.BOOTSTRAP_MANIFESTS_CONFIG,
        "manifests",
        new Spec().text(8, "coreDNSImage", image));
  }

  private static NodeResource kubelet(Machine machine, MachineConfig config) {
    String image =
        config
            .image("/machine/kubelet")
            .orElse("ghcr.io/siderolabs/kubelet:" + machine.image().version().kubernetes());
    return NodeResources.resource(
        ResourceType.KUBELET_SPEC, "kubelet", new Spec().text(1, "image", image));
  }

  private static List<NodeResource> pods(Machine machine, MachineConfig config) {
    return PODS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            found ->
                pod(
                    found.getKey(),
                    config
                        .image(found.getValue())
                        .orElse(
                            "registry.k8s.io/"
                                + found.getKey()
                                + ":"
                                + machine.image().version().kubernetes())))
        .toList();
  }

  /** A pod is free JSON, which protobuf carries as a Struct. */
  private static NodeResource pod(String name, String image) {
    Spec container = StructValue.object("name", name, "image", image);
    Spec containers =
        new Spec()
            .nested(
                5,
                "struct",
                StructValue.struct(StructValue.field("containers", StructValue.array(container))));
    Spec pod =
        StructValue.struct(
            StructValue.field("apiVersion", StructValue.string("v1")),
            StructValue.field("kind", StructValue.string("Pod")),
            StructValue.field("spec", containers));
    String yaml =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: "
            + name
            + "\n  namespace: kube-system\nspec:\n  containers:\n  - name: "
            + name
            + "\n    image: "
            + image
            + "\n";
    return new NodeResource(
        ResourceType.STATIC_POD.namespace(),
        ResourceType.STATIC_POD.type(),
        name,
        yaml,
        StructValue.wrap(pod).proto());
  }
}
