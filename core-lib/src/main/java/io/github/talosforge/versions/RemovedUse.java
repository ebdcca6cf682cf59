package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.releases.RemovedItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A flag or feature gate that a configuration gives to a component and that a release of Kubernetes
 * no longer knows: with it the component does not start.
 *
 * @param component the component
 * @param item what it is given
 */
public record RemovedUse(String component, RemovedItem item) {
  private static final YamlWay ARGUMENTS = YamlWay.of("extraArgs");
  private static final YamlWay KUBELET_GATES = YamlWay.of("extraConfig", "featureGates");
  private static final String GATES = "feature-gates";

  /** Finds all in a configuration; each is named once. */
  public static List<RemovedUse> in(ConfigDocuments documents, List<RemovedItem> removed) {
    List<RemovedUse> found = new ArrayList<>();
    for (KubernetesPart part : KubernetesPart.ofRelease()) {
      Given given = Given.to(part, documents);
      removed.stream()
          .filter(item -> given.has(part, item))
          .map(item -> new RemovedUse(part.label(), item))
          .forEach(found::add);
    }
    return List.copyOf(found);
  }

  /** Says it, such as {@code kubelet: flag containerd, gone with Kubernetes 1.37}. */
  public String words() {
    return component
        + ": "
        + item.kind().words()
        + " "
        + item.name()
        + ", gone with Kubernetes "
        + item.since();
  }

  /** What a component is given: its flags, and the gates among them. */
  private record Given(Set<String> flags, Set<String> gates) {
    static Given to(KubernetesPart part, ConfigDocuments documents) {
      Set<String> gates = new TreeSet<>();
      Map<String, FreeYaml> flags = new LinkedHashMap<>();
      for (FreeYaml.Mapping section : sections(part, documents)) {
        flags.putAll(fields(ARGUMENTS.in(section)));
        gates.addAll(fields(KUBELET_GATES.in(section)).keySet());
      }
      texts(flags.get(GATES)).flatMap(Given::gates).forEach(gates::add);
      return new Given(flags.keySet(), gates);
    }

    /** Up to Talos 1.13 a part of the main document; since then it may be one of its own. */
    private static List<FreeYaml.Mapping> sections(KubernetesPart part, ConfigDocuments documents) {
      return documents.documents().stream()
          .flatMap(document -> section(part, document).stream())
          .filter(FreeYaml.Mapping.class::isInstance)
          .map(FreeYaml.Mapping.class::cast)
          .toList();
    }

    private static Optional<FreeYaml> section(KubernetesPart part, ConfigDocument document) {
      if (document.isMain()) {
        return new YamlWay(part.section()).in(document.fields());
      }
      return document.kind().equals(part.document())
          ? Optional.of(document.fields())
          : Optional.empty();
    }

    private static Map<String, FreeYaml> fields(Optional<FreeYaml> value) {
      return value
          .filter(FreeYaml.Mapping.class::isInstance)
          .map(FreeYaml.Mapping.class::cast)
          .map(FreeYaml.Mapping::fields)
          .orElse(Map.of());
    }

    private static Stream<String> texts(@Nullable FreeYaml value) {
      if (value instanceof FreeYaml.Scalar scalar) {
        return Stream.of(scalar.text());
      }
      return value instanceof FreeYaml.Sequence list
          ? list.items().stream().flatMap(Given::texts)
          : Stream.empty();
    }

    /** {@code One=true,Two=false}. */
    private static Stream<String> gates(String list) {
      return Stream.of(list.split(",", -1)).map(pair -> pair.split("=", 2)[0].strip());
    }

    boolean has(KubernetesPart part, RemovedItem item) {
      return switch (item.kind()) {
        case FLAG -> item.component().equals(part.label()) && flags.contains(item.name());
        case GATE -> gates.contains(item.name());
        // Nothing in a configuration is an object of the API.
        case API -> false;
      };
    }
  }
}
