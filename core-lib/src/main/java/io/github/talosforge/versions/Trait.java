package io.github.talosforge.versions;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Something that is told of what a node runs; in one word where there is room for one only. */
public enum Trait {
  /** The version of Talos. */
  TALOS("Talos") {
    @Override
    public String of(NodeVersions node) {
      return node.runs().talos().map(Object::toString).orElse(UNKNOWN);
    }
  },
  /** The version of Kubernetes, or those of its parts. */
  KUBERNETES("Kubernetes") {
    @Override
    public String of(NodeVersions node) {
      Map<String, List<String>> parts = parts(node);
      return switch (parts.size()) {
        case 0 -> UNKNOWN;
        case 1 -> parts.keySet().iterator().next();
        default ->
            parts.entrySet().stream()
                .map(each -> each.getKey() + " (" + String.join(", ", each.getValue()) + ")")
                .collect(Collectors.joining(", "));
      };
    }
  },
  /** The schematic of its image. */
  SCHEMATIC("Schematic") {
    @Override
    public String of(NodeVersions node) {
      return node.runs().schematic().map(id -> id.value().substring(0, DIGITS)).orElse("none");
    }
  },
  /** Where the system believes to run. */
  PLATFORM("Platform") {
    @Override
    public String of(NodeVersions node) {
      return node.system().platform().orElse(UNKNOWN);
    }
  },
  /** Whether the firmware checked the system. */
  SECURE_BOOT("Secure boot") {
    @Override
    public String of(NodeVersions node) {
      return node.system().secureBoot().map(on -> on ? "yes" : "no").orElse(UNKNOWN);
    }
  },
  /** What is in the image besides Talos. */
  EXTENSIONS("Extensions") {
    @Override
    public String of(NodeVersions node) {
      List<SystemExtension> all = node.system().extensions();
      return all.isEmpty()
          ? "none"
          : all.stream().map(SystemExtension::toString).collect(Collectors.joining(", "));
    }
  },
  /** Which start of the machine it is: never the same on two nodes. */
  BOOT_ID("Boot id") {
    @Override
    public String of(NodeVersions node) {
      return node.system().bootId().orElse(UNKNOWN);
    }
  };

  private static final String UNKNOWN = "-";

  /** So many digits tell schematics apart. */
  private static final int DIGITS = 12;

  private final String title;

  Trait(String title) {
    this.title = title;
  }

  /** Returns its name for people. */
  public String title() {
    return title;
  }

  /** Returns what a node has there. */
  public abstract String of(NodeVersions node);

  /** Tells whether all nodes have the same. */
  public boolean isShared(List<NodeVersions> nodes) {
    return nodes.stream().map(this::of).distinct().count() < 2;
  }

  /** etcd and CoreDNS have versions of their own, which say nothing of Kubernetes. */
  private static Map<String, List<String>> parts(NodeVersions node) {
    Map<String, List<String>> parts = new TreeMap<>();
    node.runs()
        .kubernetes()
        .ifPresent(
            images ->
                parts.putAll(
                    KubernetesPart.ofRelease().stream()
                        .filter(part -> images.of(part).isPresent())
                        .collect(
                            Collectors.groupingBy(
                                part -> images.of(part).orElseThrow().versionOrName(),
                                Collectors.mapping(KubernetesPart::label, Collectors.toList())))));
    return parts;
  }
}
