package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.talos.FormedCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a control plane creates by itself: the namespaces, and the manifests of Talos. Each is
 * created once; what a user deletes stays deleted.
 */
final class Manifests {
  private static final ObjectMapper YAML = new YAMLMapper();
  private static final String DONE = "manifests";

  /** What is the simulator's own, by its text: each is read once, and given out as a copy. */
  private static final Map<String, List<ObjectNode>> READ = new ConcurrentHashMap<>();

  private final ObjectStore store;
  private List<String> applied = List.of();

  Manifests(ObjectStore store) {
    this.store = store;
  }

  void apply(FormedCluster cluster) {
    List<String> now = wanted(cluster);
    if (now.equals(applied)) {
      return;
    }
    TreeSet<String> done = new TreeSet<>(List.of(store.note(DONE).split(",", -1)));
    for (ObjectNode object : all(cluster)) {
      Optional<Kind> kind =
          Kind.ofObject(object.path("apiVersion").asText(), object.path("kind").asText());
      if (kind.isPresent() && done.add(name(object))) {
        create(kind.get(), object);
      }
    }
    store.note(DONE, String.join(",", done));
    applied = wanted(cluster);
  }

  /** All that decides what there is to do: once it is done, nothing is until this changes. */
  private List<String> wanted(FormedCluster cluster) {
    List<String> inputs = new ArrayList<>(cluster.manifests());
    inputs.add(cluster.kubernetesVersion());
    inputs.add(cluster.cni());
    inputs.add(cluster.runsKubeProxy() + " " + cluster.runsCoreDns());
    inputs.add(store.note(DONE));
    return inputs;
  }

  private void create(Kind kind, ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    if (kind.isNamespaced() && !metadata.has("namespace")) {
      metadata.put("namespace", "default");
    }
    if (kind == Kind.NAMESPACE) {
      object.withObject("/spec").putArray("finalizers").add("kubernetes");
      object.withObject("/status").put("phase", "Active");
    }
    String namespace = metadata.path("namespace").textValue();
    if (store.find(kind, namespace, metadata.path("name").asText()).isEmpty()) {
      store.create(kind, object);
    }
  }

  private static String name(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return object.path("kind").asText()
        + ":"
        + metadata.path("namespace").asText()
        + ":"
        + metadata.path("name").asText();
  }

  private static List<ObjectNode> all(FormedCluster cluster) {
    List<ObjectNode> objects = new ArrayList<>(read("namespaces.yaml", cluster, ""));
    if (cluster.runsKubeProxy()) {
      objects.addAll(read("kube-proxy.yaml", cluster, ""));
    }
    if (cluster.cni().equals("flannel")) {
      objects.addAll(read("flannel.yaml", cluster, ""));
    }
    if (cluster.runsCoreDns()) {
      objects.addAll(read("coredns.yaml", cluster, ""));
    }
    cluster.manifests().forEach(text -> objects.addAll(parse(text)));
    return objects;
  }

  static List<ObjectNode> staticPods(FormedCluster cluster, String node) {
    return read("static-pods.yaml", cluster, node);
  }

  static ObjectNode node(FormedCluster cluster) {
    return read("node.yaml", cluster, "").get(0);
  }

  private static List<ObjectNode> read(String file, FormedCluster cluster, String node) {
    try (InputStream in = Manifests.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("The simulator's jar lacks " + file);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return READ
          .computeIfAbsent(
              text.replace("{version}", cluster.kubernetesVersion()).replace("{node}", node),
              Manifests::parse)
          .stream()
          .map(ObjectNode::deepCopy)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /** The objects of a text; what is no object is left out, as a broken manifest would be. */
  private static List<ObjectNode> parse(String text) {
    List<ObjectNode> objects = new ArrayList<>();
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      while (documents.hasNextValue()) {
        if (documents.nextValue() instanceof ObjectNode object) {
          objects.add(object);
        }
      }
    } catch (IOException broken) {
      return objects;
    }
    return objects;
  }
}
