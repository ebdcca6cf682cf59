package io.github.talosforge.versions;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node runs, for programs. */
public final class VersionsJson {
  private VersionsJson() {}

  /**
   * Returns the fields of a JSON object.
   *
   * @param node what the node runs, and where the files want something else
   */
  public static Map<String, @Nullable Object> of(NodeVersions node) {
    RunningVersions runs = node.runs();
    Map<String, Object> kubernetes = new LinkedHashMap<>();
    runs.kubernetes()
        .ifPresent(
            images ->
                images.all().forEach((part, image) -> kubernetes.put(part.label(), image.text())));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("node", node.node().value());
    json.put("talos", runs.talos().map(Object::toString).orElse(null));
    json.put("schematic", runs.schematic().map(Object::toString).orElse(null));
    json.put("kubernetes", kubernetes);
    BootedSystem system = node.system();
    json.put("platform", system.platform().orElse(null));
    json.put("secureBoot", system.secureBoot().orElse(null));
    json.put("uki", system.uki().orElse(null));
    json.put("bootId", system.bootId().orElse(null));
    json.put("extensions", system.extensions().stream().map(VersionsJson::extension).toList());
    json.put("differences", node.differences().stream().map(VersionsJson::difference).toList());
    return json;
  }

  private static Map<String, Object> extension(SystemExtension extension) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", extension.name());
    json.put("version", extension.version());
    return json;
  }

  private static Map<String, Object> difference(VersionDifference difference) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("subject", difference.subject());
    json.put("runs", difference.runs());
    json.put("wanted", difference.wanted());
    return json;
  }
}
