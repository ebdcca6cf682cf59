package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.talos.NodeVersion;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.TalosResource;
import io.github.talosforge.versions.BootedSystem;
import io.github.talosforge.versions.ImageName;
import io.github.talosforge.versions.KubernetesImages;
import io.github.talosforge.versions.KubernetesPart;
import io.github.talosforge.versions.ResourceTexts;
import io.github.talosforge.versions.RunningVersions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A configured machine as it is.
 *
 * @param versions what it runs
 * @param config the configuration in force
 * @param version what the machine says of its Talos
 * @param extensions what each system extension says of itself
 * @param obstacle why its versions are not known; empty when they are
 */
record RunningNode(
    RunningVersions versions,
    Optional<String> config,
    Optional<NodeVersion> version,
    List<String> extensions,
    String obstacle) {
  /** Reads a configured machine; that one cannot be read concerns no other. */
  static RunningNode of(TalosNode machine, NodeRole role) {
    try {
      Optional<String> config = machine.machineConfig();
      NodeVersion version = machine.version();
      Optional<TalosVersion> talos = ResourceTexts.talos(version.tag());
      if (talos.isEmpty()) {
        return unread("it says that it runs Talos '" + version.tag() + "', which is no version.");
      }
      List<String> extensions = extensions(machine);
      return new RunningNode(
          new RunningVersions(
              talos,
              ResourceTexts.schematic(extensions),
              images(machine, config, role),
              config.flatMap(ResourceTexts::installer)),
          config,
          Optional.of(version),
          extensions,
          "");
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.INTERRUPTED) {
        throw e;
      }
      return unread(String.valueOf(e.getMessage()));
    }
  }

  private static RunningNode unread(String why) {
    return new RunningNode(
        RunningVersions.NOTHING, Optional.empty(), Optional.empty(), List.of(), why);
  }

  boolean isRead() {
    return obstacle.isEmpty();
  }

  /** Asks two things more, which only those need who look at the whole node. */
  BootedSystem system(TalosNode machine) {
    Optional<String> security =
        told(
            () ->
                machine
                    .resource("runtime", "SecurityStates.talos.dev", "securitystate")
                    .map(TalosResource::yaml));
    return new BootedSystem(
        version.map(NodeVersion::platform).filter(name -> !name.isEmpty()),
        security.flatMap(yaml -> ResourceTexts.flag(yaml, "secureBoot")),
        security.flatMap(yaml -> ResourceTexts.flag(yaml, "bootedWithUKI")),
        told(() -> Optional.of(machine.bootId())).filter(id -> !id.isEmpty()),
        ResourceTexts.extensions(extensions));
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
        told(() -> ResourceTexts.schematic(extensions(machine))),
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

  private static List<String> extensions(TalosNode machine) {
    return machine.resources("runtime", "ExtensionStatuses.runtime.talos.dev").stream()
        .map(TalosResource::yaml)
        .toList();
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
