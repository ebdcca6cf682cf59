package io.github.talosforge.machineconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.World;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.fixture.SecretsFixture;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** From two texts to machine configurations. */
public final class Generated {
  public static final String CLUSTER =
      """
      cluster_name: homelab
      cluster_uid: homelab-4c1f
      talos_version: 1.12.7
      kubernetes_version: 1.35.0
      cluster_api_vip: 192.168.22.100
      node_cidr: 192.168.22.0/24
      node_gateway: 192.168.22.1
      dns_servers: [192.168.22.1, "2606:4700:4700::1111"]
      ntp_servers: [time.cloudflare.com]
      talos_schematic: {extensions: [siderolabs/qemu-guest-agent]}
      """;

  public static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, address: 192.168.22.10, mac_addr: "BC:24:11:00:01:01"}
        - {name: worker-1, address: 192.168.22.20, mac_addr: "BC:24:11:00:01:02"}
      """;

  private Generated() {}

  public static ClusterSpec spec(String cluster, String nodes) {
    ClusterReading reading = ClusterFiles.read(cluster, nodes);
    return reading.spec().orElseThrow(() -> new AssertionError(reading.report().render()));
  }

  public static GeneratedConfigs of(String cluster, String nodes) {
    return of(spec(cluster, nodes));
  }

  public static GeneratedConfigs of(ClusterSpec spec) {
    return MachineConfigs.generate(
        spec, new Allocator().allocate(spec, World.unknown()).layout(), SecretsFixture.secrets());
  }

  /** Returns the text of a node's configuration, of files that nothing is wrong with. */
  public static String yaml(String cluster, String nodes, String node) {
    GeneratedConfigs generated = of(cluster, nodes);
    return generated
        .of(NodeName.of(node))
        .orElseThrow(() -> new AssertionError(generated.report().render()))
        .yaml();
  }

  /** Reads a configuration with a reader that is not ours. */
  public static List<JsonNode> documents(String yaml) {
    try (MappingIterator<JsonNode> documents =
        new YAMLMapper().readerFor(JsonNode.class).readValues(yaml)) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(yaml, e);
    }
  }

  /** Returns the main document. */
  public static JsonNode main(String yaml) {
    return documents(yaml).get(0);
  }

  /** Returns the document of a kind, or one that is missing. */
  public static JsonNode document(String yaml, String kind, String name) {
    return documents(yaml).stream()
        .filter(document -> document.path("kind").asText().equals(kind))
        .filter(document -> document.path("name").asText().equals(name))
        .findFirst()
        .orElseGet(MissingNode::getInstance);
  }

  static String resource(String name) {
    try (InputStream in = Generated.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
