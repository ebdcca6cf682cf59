package io.github.talosforge.versions;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.TalosVersion;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node gets that joins a cluster: what its control planes run. Where they differ, it is the
 * lowest of each, so that no kubelet is newer than an API server. While no control plane is
 * configured, the first workers decide, so that one cluster does not begin with two versions.
 *
 * @param nodes what the configured nodes run
 * @param noted what nodes ran whose VMs are made anew, as their data VMs say; they decide while no
 *     control plane says what it runs
 */
public record JoiningVersions(List<NodeVersions> nodes, List<NodeVersions> noted) {
  /** Keeps own copies of the lists. */
  public JoiningVersions {
    nodes = List.copyOf(nodes);
    noted = List.copyOf(noted);
  }

  /** Knows only of nodes that run. */
  public JoiningVersions(List<NodeVersions> nodes) {
    this(nodes, List.of());
  }

  private List<NodeVersions> deciding() {
    if (isOfControlPlanes()) {
      return nodes.stream().filter(JoiningVersions::decides).toList();
    }
    return noted.isEmpty() ? nodes : noted;
  }

  /** Returns these versions and what was noted of nodes whose VMs are made anew. */
  public JoiningVersions withNotes(List<NodeVersions> notes) {
    return new JoiningVersions(nodes, notes.stream().filter(this::isPossible).toList());
  }

  /**
   * A worker says nothing of control planes, and what was noted of one nothing that its likes that
   * run do not say better. No kubelet is newer than an API server: where one runs, the cluster went
   * on since the note was written.
   */
  private boolean isPossible(NodeVersions note) {
    return nodes.isEmpty()
        || (decides(note)
            && nodes.stream()
                .flatMap(node -> version(node, KubernetesPart.KUBELET).stream())
                .allMatch(
                    kubelet ->
                        version(note, KubernetesPart.API_SERVER)
                            .filter(server -> server.compareTo(kubelet) >= 0)
                            .isPresent()));
  }

  private static Optional<KubernetesVersion> version(NodeVersions node, KubernetesPart part) {
    return node.runs().kubernetes().flatMap(images -> images.of(part)).flatMap(ImageName::version);
  }

  /** Returns what is known of all nodes. */
  public List<NodeVersions> known() {
    return Stream.concat(nodes.stream(), noted.stream()).toList();
  }

  /** Tells whether a control plane is among the nodes, so that no worker decides. */
  public boolean isOfControlPlanes() {
    return nodes.stream().anyMatch(JoiningVersions::decides);
  }

  private static boolean decides(NodeVersions node) {
    return node.role() == NodeRole.CONTROL_PLANE;
  }

  /** Says who decides. */
  public String sources() {
    return isOfControlPlanes()
        ? "the control planes"
        : noted.isEmpty() ? "the workers that answer" : "the notes of data VMs";
  }

  /** Says what decides: {@code the control planes run}. */
  public String deciders() {
    return sources() + (isOfControlPlanes() || noted.isEmpty() ? " run" : " say");
  }

  /** Returns the version of Talos that it gets. */
  public Optional<TalosVersion> talos() {
    return deciding().stream()
        .flatMap(node -> node.runs().talos().stream())
        .min(Comparator.naturalOrder());
  }

  /** Returns the images of Kubernetes that it gets. */
  public Optional<KubernetesImages> kubernetes() {
    Map<KubernetesPart, ImageName> lowest = new EnumMap<>(KubernetesPart.class);
    for (KubernetesPart part : KubernetesPart.values()) {
      deciding().stream()
          .flatMap(node -> node.runs().kubernetes().stream())
          .flatMap(images -> Optional.ofNullable(images.images().get(part)).stream())
          .min(Comparator.comparing(ImageName::version, JoiningVersions::readableFirst))
          .ifPresent(image -> lowest.put(part, image));
    }
    if (lowest.isEmpty()) {
      return Optional.empty();
    }
    notAbove(KubernetesPart.API_SERVER, KubernetesPart.KUBELET, lowest);
    KubernetesImages known = new KubernetesImages(lowest, chosen());
    // Workers know of nothing but their kubelet.
    boolean ofWorkers = !lowest.containsKey(KubernetesPart.API_SERVER);
    return Optional.of(
        ofWorkers
            ? known
                .of(KubernetesPart.KUBELET)
                .flatMap(ImageName::version)
                .map(version -> known.or(KubernetesImages.published(version)))
                .orElse(known)
            : known);
  }

  private Map<KubernetesPart, ImageName> chosen() {
    return deciding().stream()
        .flatMap(node -> node.runs().kubernetes().stream())
        .map(KubernetesImages::chosen)
        .reduce(Map.of(), (first, next) -> first.isEmpty() ? next : first);
  }

  private static int readableFirst(
      Optional<KubernetesVersion> left, Optional<KubernetesVersion> right) {
    return left.isPresent() && right.isPresent()
        ? left.get().compareTo(right.get())
        : Boolean.compare(left.isEmpty(), right.isEmpty());
  }

  /** Somebody may have raised one part by hand. */
  private static void notAbove(
      KubernetesPart limit, KubernetesPart part, Map<KubernetesPart, ImageName> images) {
    Optional<KubernetesVersion> highest =
        Optional.ofNullable(images.get(limit)).flatMap(ImageName::version);
    Optional<ImageName> image = Optional.ofNullable(images.get(part));
    boolean above =
        highest.isPresent()
            && image
                .flatMap(ImageName::version)
                .filter(version -> version.compareTo(highest.get()) > 0)
                .isPresent();
    if (above) {
      images.put(part, image.orElseThrow().tagged(highest.orElseThrow().toString()));
    }
  }

  /** Says how the deciding nodes differ among themselves, if they do. */
  public Optional<String> disagreement() {
    Set<String> found = new LinkedHashSet<>();
    for (NodeVersions node : deciding()) {
      found.add(words(node));
    }
    return found.size() < 2
        ? Optional.empty()
        : Optional.of(
            deciding().stream()
                .map(node -> node.node() + " runs " + words(node))
                .collect(Collectors.joining(", ")));
  }

  private static String words(NodeVersions node) {
    String kubernetes =
        node.runs().kubernetes().stream()
            .flatMap(KubernetesImages::ofRelease)
            .map(ImageName::versionOrName)
            .distinct()
            .collect(Collectors.joining(" and "));
    return "Talos "
        + node.runs().talos().map(Object::toString).orElse("of an unknown version")
        + (kubernetes.isEmpty() ? "" : " with Kubernetes " + kubernetes);
  }
}
