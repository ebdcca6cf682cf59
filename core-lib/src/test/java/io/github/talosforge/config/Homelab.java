package io.github.talosforge.config;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The example cluster of the tests. */
final class Homelab {
  static final String CLUSTER = text("homelab-cluster.yaml");
  static final String NODES = text("homelab-nodes.yaml");

  private Homelab() {}

  static ClusterSpec spec() {
    return spec(CLUSTER, NODES);
  }

  static ClusterSpec spec(String cluster, String nodes) {
    ClusterReading reading = ClusterFiles.read(cluster, nodes);
    return reading.spec().orElseThrow(() -> new AssertionError(reading.report().render()));
  }

  static NodeSpec node(ClusterSpec spec, String name) {
    return spec.nodes().stream()
        .filter(node -> node.name().value().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static String text(String resource) {
    try (InputStream in = Homelab.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
