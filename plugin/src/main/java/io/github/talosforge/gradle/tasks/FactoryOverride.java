package io.github.talosforge.gradle.tasks;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.NodeSpec;
import java.net.URI;

/** Takes images from another Image Factory than the files say. */
final class FactoryOverride {
  private FactoryOverride() {}

  static ClusterSpec of(ClusterSpec cluster, String url) {
    URI factory = parse(url);
    return new ClusterSpec(
        cluster.name(),
        cluster.uid(),
        cluster.talos(),
        cluster.kubernetes(),
        cluster.network(),
        cluster.proxmox(),
        cluster.allocation(),
        cluster.pools(),
        cluster.nodes().stream().map(node -> of(node, factory)).toList(),
        cluster.provenance());
  }

  private static NodeSpec of(NodeSpec node, URI factory) {
    return new NodeSpec(
        node.name(),
        node.role(),
        node.pool(),
        node.vmId(),
        node.address(),
        node.host(),
        node.vm(),
        of(node.image(), factory),
        node.volumes(),
        node.registration(),
        node.patches(),
        node.provenance());
  }

  private static ImageSpec of(ImageSpec image, URI factory) {
    return new ImageSpec(
        image.provision(),
        image.cloneMode(),
        image.template(),
        image.schematic(),
        image.schematicId(),
        image.sha256(),
        image.architecture(),
        image.secureBoot(),
        factory,
        image.delivery());
  }

  private static URI parse(String url) {
    if (!url.matches("https?://[^\\s/]+(/\\S*)?")) {
      throw Trouble.IMAGE_FACTORY.failure(
          "imageFactory of the build script takes a URL such as https://factory.talos.dev, not '%s'"
              .formatted(url));
    }
    return URI.create(url);
  }
}
