package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.TalosResource;
import io.github.talosforge.versions.ImageName;
import io.github.talosforge.versions.KubernetesImages;
import io.github.talosforge.versions.KubernetesPart;
import io.github.talosforge.versions.ResourceTexts;
import io.github.talosforge.versions.RunningVersions;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A configured machine as it is.
 *
 * @param versions what it runs
 * @param config the configuration in force
 * @param obstacle why its versions are not known; empty when they are
 */
record RunningNode(RunningVersions versions, Optional<String> config, String obstacle) {
  /** Reads a configured machine; that one cannot be read concerns no other. */
  static RunningNode of(TalosNode machine, NodeRole role) {
    try {
      Optional<String> config = machine.machineConfig();
      String tag = machine.version().tag();
      Optional<TalosVersion> talos = ResourceTexts.talos(tag);
      return talos.isEmpty()
          ? unread("it says that it runs Talos '" + tag + "', which is no version.")
          : new RunningNode(
              new RunningVersions(
                  talos,
                  schematic(machine),
                  images(machine, config, role),
                  config.flatMap(ResourceTexts::installer)),
              config,
              "");
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.INTERRUPTED) {
        throw e;
      }
      return unread(String.valueOf(e.getMessage()));
    }
  }

  private static RunningNode unread(String why) {
    return new RunningNode(RunningVersions.NOTHING, Optional.empty(), why);
  }

  boolean isRead() {
    return obstacle.isEmpty();
  }

  /** Reads a machine without a configuration, as far as it tells. */
  static RunningVersions unconfigured(TalosNode machine) {
    return new RunningVersions(
        told(
            () ->
                machine
                    .resource("runtime", "Versions.runtime.talos.dev", "version")
                    .map(TalosResource::yaml)
                    .flatMap(ResourceTexts::talosOf)),
        told(() -> schematic(machine)),
        Optional.empty(),
        Optional.empty());
  }

  private static <A> Optional<A> told(Supplier<Optional<A>> question) {
    try {
      return question.get();
    } catch (TalosException e) {
      return switch (e.kind()) {
        case PERMISSION, UNIMPLEMENTED, MAINTENANCE, SERVER -> Optional.empty();
        default -> throw e;
      };
    }
  }

  private static Optional<SchematicId> schematic(TalosNode machine) {
    return ResourceTexts.schematic(
        machine.resources("runtime", "ExtensionStatuses.runtime.talos.dev").stream()
            .map(TalosResource::yaml)
            .toList());
  }

  /** What the configuration does not say, Talos decided when it made kubelet and pods. */
  private static Optional<KubernetesImages> images(
      TalosNode machine, Optional<String> config, NodeRole role) {
    return config
        .map(ResourceTexts::configured)
        .map(said -> isWhole(said, role) ? said : said.or(made(machine)))
        .map(said -> role == NodeRole.CONTROL_PLANE ? said.or(chosen(machine)) : said);
  }

  private static KubernetesImages chosen(TalosNode machine) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(KubernetesPart.class);
    machine
        .resource("etcd", "EtcdSpecs.etcd.talos.dev", "etcd")
        .map(TalosResource::yaml)
        .flatMap(yaml -> ResourceTexts.image(yaml, "image"))
        .ifPresent(image -> images.put(KubernetesPart.ETCD, image));
    machine
        .resource("controlplane", "BootstrapManifestsConfigs.kubernetes.talos.dev", "manifests")
        .map(TalosResource::yaml)
        .flatMap(yaml -> ResourceTexts.image(yaml, "coreDNSImage"))
        .ifPresent(image -> images.put(KubernetesPart.CORE_DNS, image));
    return new KubernetesImages(Map.of(), images);
  }

  /** Of kube-proxy the machine knows nothing but what the configuration says. */
  private static boolean isWhole(KubernetesImages said, NodeRole role) {
    return KubernetesPart.of(role).stream()
        .filter(part -> part.isOfRelease() && part != KubernetesPart.PROXY)
        .allMatch(part -> said.of(part).isPresent());
  }

  private static KubernetesImages made(TalosNode machine) {
    Map<KubernetesPart, ImageName> images = new EnumMap<>(KubernetesPart.class);
    machine
        .resource("k8s", "KubeletSpecs.kubernetes.talos.dev", "kubelet")
        .map(TalosResource::yaml)
        .flatMap(yaml -> ResourceTexts.image(yaml, "image"))
        .ifPresent(image -> images.put(KubernetesPart.KUBELET, image));
    for (TalosResource pod : machine.resources("k8s", "StaticPods.kubernetes.talos.dev")) {
      for (KubernetesPart part : KubernetesPart.values()) {
        if (pod.id().equals(part.label())) {
          ResourceTexts.pod(pod.yaml(), part).ifPresent(image -> images.put(part, image));
        }
      }
    }
    return new KubernetesImages(images);
  }
}
