package io.github.talosforge.proxmox.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The schema of one release: which calls exist and what they take. */
final class ApiSchema {
  private final String release;
  private final Map<String, SchemaOperation> operations = new TreeMap<>();

  private ApiSchema(String release, JsonNode roots) {
    this.release = release;
    roots.forEach(this::add);
  }

  /** The schemas of all releases, newest first; empty where they are not on this machine. */
  static List<ApiSchema> all() {
    List<ApiSchema> schemas = new ArrayList<>();
    for (String release : List.of("9.1.3", "8.4")) {
      Path file = folder().resolve("pve-" + release + ".json");
      if (Files.exists(file)) {
        schemas.add(new ApiSchema(release, read(file)));
      }
    }
    return schemas;
  }

  /** Beside the checkout, as the files have a licence that keeps them out of it. */
  static Path folder() {
    String named = System.getenv("TALOSFORGE_PVE_API");
    return named != null ? Path.of(named) : repository().resolve("../shared/pve-api").normalize();
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder.getParent() != null && !Files.exists(folder.resolve("settings.gradle.kts"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static JsonNode read(Path file) {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void add(JsonNode node) {
    String path = node.path("path").asText();
    node.path("info")
        .properties()
        .forEach(
            method -> {
              JsonNode parameters = method.getValue().path("parameters").path("properties");
              SchemaOperation operation = new SchemaOperation(method.getKey(), path, parameters);
              operations.put(operation.name(), operation);
            });
    node.path("children").forEach(this::add);
  }

  String release() {
    return release;
  }

  int size() {
    return operations.size();
  }

  Optional<SchemaOperation> operation(SentRequest request) {
    return operations.values().stream()
        .filter(operation -> operation.takes(request.method(), request.path()))
        .min((a, b) -> Integer.compare(a.placeholders(), b.placeholders()));
  }

  List<String> problems(SentRequest request) {
    return operation(request)
        .map(operation -> operation.problems(request))
        .orElseGet(() -> List.of("there is no such call"));
  }
}
