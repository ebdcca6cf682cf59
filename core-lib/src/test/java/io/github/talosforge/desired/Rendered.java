package io.github.talosforge.desired;

import io.github.talosforge.allocation.Allocation;
import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.World;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.proxmox.property.Volume;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** From two texts to a VM's configuration. */
final class Rendered {
  static final String CLUSTER =
      """
      cluster_name: c
      talos_version: 1.12.0
      kubernetes_version: 1.35.0
      node_cidr: 10.0.0.0/24
      """;

  private Rendered() {}

  static ClusterSpec spec(String cluster, String nodes) {
    ClusterReading reading = ClusterFiles.read(cluster, nodes);
    return reading.spec().orElseThrow(() -> new AssertionError(reading.report().render()));
  }

  static DesiredVm node(String cluster, String nodes, String name, Optional<Volume> image) {
    ClusterSpec spec = spec(cluster, nodes);
    Allocation allocation = new Allocator().allocate(spec, World.unknown());
    NodeName node = NodeName.of(name);
    return DesiredVm.of(
        find(spec, name), allocation.layout().of(node).orElseThrow(), spec.network(), image);
  }

  static NodeSpec find(ClusterSpec spec, String name) {
    return spec.nodes().stream()
        .filter(candidate -> candidate.name().equals(NodeName.of(name)))
        .findFirst()
        .orElseThrow();
  }

  static String text(String resource) {
    try (InputStream in = Rendered.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
