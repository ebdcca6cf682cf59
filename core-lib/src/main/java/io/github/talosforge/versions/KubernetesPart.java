package io.github.talosforge.versions;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.NodeRole;
import java.util.List;
import java.util.stream.Stream;

/** What a node runs for Kubernetes from an image of its own. */
public enum KubernetesPart {
  /** Runs the pods of a node; Talos has an image of its own. */
  KUBELET("kubelet", "ghcr.io/siderolabs/kubelet", "KubeletConfig", "machine", "kubelet"),
  /** The API server. */
  API_SERVER("kube-apiserver", "KubeAPIServerConfig", "apiServer"),
  /** The controllers. */
  CONTROLLER_MANAGER("kube-controller-manager", "KubeControllerManagerConfig", "controllerManager"),
  /** Gives pods their nodes. */
  SCHEDULER("kube-scheduler", "KubeSchedulerConfig", "scheduler"),
  /** Serves the addresses of services; control planes hold its manifest. */
  PROXY("kube-proxy", "KubeProxyConfig", "proxy"),
  /** The store of Kubernetes; Talos chooses its version unless the configuration does. */
  ETCD("etcd", "", "", "cluster", "etcd"),
  /** Answers for names; Talos chooses its version too, and control planes hold its manifest. */
  CORE_DNS("coredns", "", "KubeCoreDNSConfig", "cluster", "coreDNS");

  /** What the files want of an image that they do not name. */
  static final String CHOSEN_BY_TALOS = "as Talos chooses";

  private final String label;
  private final String repository;
  private final String document;
  private final String section;
  private final String key;

  KubernetesPart(String label, String document, String key) {
    this(label, "registry.k8s.io/" + label, document, "cluster", key);
  }

  KubernetesPart(String label, String repository, String document, String section, String key) {
    this.label = label;
    this.repository = repository;
    this.document = document;
    this.section = section;
    this.key = key;
  }

  /** Returns what Kubernetes calls it. */
  public String label() {
    return label;
  }

  /** Tells whether it has the version of Kubernetes, and not one of its own. */
  public boolean isOfRelease() {
    return !repository.isEmpty();
  }

  /** Returns the parts of a release of Kubernetes. */
  public static List<KubernetesPart> ofRelease() {
    return Stream.of(values()).filter(KubernetesPart::isOfRelease).toList();
  }

  /** Returns the image of a version where it is published. */
  public String image(KubernetesVersion version) {
    return repository + ":" + version;
  }

  /** Returns the parts whose images are in the configuration of such a node. */
  public static List<KubernetesPart> of(NodeRole role) {
    return Stream.of(values())
        .filter(part -> part == KUBELET || role == NodeRole.CONTROL_PLANE)
        .toList();
  }

  /** Returns the kind of document that says the image from Talos 1.14 on. */
  String document() {
    return document;
  }

  /** Returns the keys that lead to the part in the main document. */
  List<String> section() {
    return List.of(section, key);
  }
}
