package io.github.talosforge.image.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.model.TalosVersion;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;

/**
 * Keeps what a factory offers for a release, which hardly ever changes. Without a readable file, or
 * a folder to write to, the factory is asked again: nothing fails because of it.
 *
 * @param folder where the lists are
 */
record KeptLists(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the list that was kept; empty if there is none. */
  Set<String> read(URI factory, TalosVersion version) {
    Set<String> names = new TreeSet<>();
    try {
      JsonNode kept = JSON.readTree(file(version).toFile());
      if (kept.path("factory").asText().equals(factory.toString())) {
        kept.path("extensions").forEach(name -> names.add(name.asText()));
      }
    } catch (IOException e) {
      return Set.of();
    }
    return names;
  }

  void keep(URI factory, TalosVersion version, Set<String> names) {
    ObjectNode kept = JSON.createObjectNode().put("factory", factory.toString());
    names.stream().sorted().forEach(kept.putArray("extensions")::add);
    try {
      Files.createDirectories(folder);
      Path beside = Files.createTempFile(folder, "extensions", null);
      try {
        Files.writeString(beside, kept.toPrettyString());
        Files.move(beside, file(version), StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException e) {
      return;
    }
  }

  private Path file(TalosVersion version) {
    return folder.resolve("extensions-" + version + ".json");
  }
}
