package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.FreeYaml;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Writes the documents of a node's configuration, without patches. */
final class NodeConfig {

  private NodeConfig() {}

  static ConfigDocuments of(NodeInput input) {
    List<ConfigDocument> documents = new ArrayList<>();
    documents.add(main(input));
    if (input.contract().hasNetworkDocuments()) {
      input
          .cluster()
          .talos()
          .registryMirrors()
          .forEach((registry, urls) -> documents.add(mirror(registry, urls)));
      documents.add(hostname(input.node().name().value()));
    }
    documents.addAll(VolumeDocuments.of(input));
    return new ConfigDocuments(documents);
  }

  private static ConfigDocument main(NodeInput input) {
    return new ConfigDocument(
        new Fields()
            .put("version", ConfigDocument.API_VERSION)
            .put("debug", false)
            .put("persist", true)
            .put("machine", MachineSection.of(input))
            .put("cluster", ClusterSection.of(input))
            .mapping());
  }

  private static ConfigDocument hostname(String name) {
    return new ConfigDocument(
        ConfigDocument.ofKind("HostnameConfig").put("hostname", name).mapping());
  }

  private static ConfigDocument mirror(String registry, List<URI> urls) {
    List<FreeYaml.Mapping> endpoints =
        urls.stream().map(url -> new Fields().put("url", url.toString()).mapping()).toList();
    return new ConfigDocument(
        ConfigDocument.ofKind("RegistryMirrorConfig", registry)
            .putItemsUnlessEmpty("endpoints", endpoints)
            .mapping());
  }
}
