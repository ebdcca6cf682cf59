package io.github.talosforge.simulator.kubernetes.object;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The kinds of objects that are simulated. */
public enum Kind {
  /** A machine with a kubelet. */
  NODE("", "nodes", "Node", false, "no"),
  /** A group of containers on a node. */
  POD("", "pods", "Pod", true, "po"),
  /** A room for names. */
  NAMESPACE("", "namespaces", "Namespace", false, "ns"),
  /** Something that happened. */
  EVENT("", "events", "Event", true, "ev"),
  /** Settings of a workload. */
  CONFIG_MAP("", "configmaps", "ConfigMap", true, "cm"),
  /** One pod for each node. */
  DAEMON_SET("apps", "daemonsets", "DaemonSet", true, "ds"),
  /** A number of pods that is renewed step by step. */
  DEPLOYMENT("apps", "deployments", "Deployment", true, "deploy"),
  /** A number of pods. */
  REPLICA_SET("apps", "replicasets", "ReplicaSet", true, "rs"),
  /** Who is alive, or leads. */
  LEASE("coordination.k8s.io", "leases", "Lease", true, ""),
  /** How many pods of a workload may be evicted. */
  POD_DISRUPTION_BUDGET("policy", "poddisruptionbudgets", "PodDisruptionBudget", true, "pdb");

  private static final String VERSION = "v1";

  private final String group;
  private final String plural;
  private final String title;
  private final boolean namespaced;
  private final String shortName;

  Kind(String group, String plural, String title, boolean namespaced, String shortName) {
    this.group = group;
    this.plural = plural;
    this.title = title;
    this.namespaced = namespaced;
    this.shortName = shortName;
  }

  /**
   * The kind behind a path.
   *
   * @param group the API group; empty: the core
   * @param version the version of the group
   * @param plural the name in paths
   * @return the kind, if it is simulated
   */
  public static Optional<Kind> of(String group, String version, String plural) {
    return Arrays.stream(values())
        .filter(kind -> kind.group.equals(group) && kind.plural.equals(plural))
        .filter(kind -> version.equals(VERSION))
        .findFirst();
  }

  /**
   * The kind of an object.
   *
   * @param apiVersion its apiVersion
   * @param title its kind
   * @return the kind, if it is simulated
   */
  public static Optional<Kind> ofObject(String apiVersion, String title) {
    return Arrays.stream(values())
        .filter(kind -> kind.apiVersion().equals(apiVersion) && kind.title.equals(title))
        .findFirst();
  }

  /** The API group; empty for the core. */
  public String group() {
    return group;
  }

  /** The version of the API group. */
  public String version() {
    return VERSION;
  }

  /** Group and version as objects name them. */
  public String apiVersion() {
    return group.isEmpty() ? VERSION : group + "/" + VERSION;
  }

  /** The name in paths. */
  public String plural() {
    return plural;
  }

  /** The name of one in lower case. */
  public String singular() {
    return title.toLowerCase(Locale.ROOT);
  }

  /** The name in objects. */
  public String title() {
    return title;
  }

  /** Whether objects live in namespaces. */
  public boolean isNamespaced() {
    return namespaced;
  }

  /** What kubectl understands too. */
  public List<String> shortNames() {
    return shortName.isEmpty() ? List.of() : List.of(shortName);
  }

  /** What can be asked of one object beside itself. */
  public List<String> subresources() {
    return switch (this) {
      case POD -> List.of("status", "eviction");
      case EVENT, CONFIG_MAP, LEASE -> List.of();
      case NODE, NAMESPACE, DAEMON_SET, DEPLOYMENT, REPLICA_SET, POD_DISRUPTION_BUDGET ->
          List.of("status");
    };
  }

  /** Plural and group as messages name them, for example {@code daemonsets.apps}. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  /** How the keys of this kind start; nodes keep the name that they had in the beginning. */
  String prefix(@Nullable String namespace) {
    String room = this == NODE ? "minions" : plural;
    return "/registry/" + room + "/" + (namespace == null ? "" : namespace + "/");
  }

  String key(@Nullable String namespace, String name) {
    return prefix(namespaced ? namespace : null) + name;
  }
}
