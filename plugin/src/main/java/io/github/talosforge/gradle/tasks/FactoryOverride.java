package io.github.talosforge.gradle.tasks;

import io.github.talosforge.model.ClusterSpec;
import java.net.URI;

/** Takes images from another Image Factory than the files say. */
final class FactoryOverride {
  private FactoryOverride() {}

  static ClusterSpec of(ClusterSpec cluster, String url) {
    URI factory = parse(url);
    return cluster.withNodes(
        cluster.nodes().stream()
            .map(node -> node.withImage(node.image().withFactory(factory)))
            .toList());
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
