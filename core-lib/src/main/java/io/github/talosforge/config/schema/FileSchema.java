package io.github.talosforge.config.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.SectionType;

/**
 * JSON Schema 2020-12 of the two files. What the schema refuses, Talosforge refuses too; what needs
 * to see more than one value at a time is left to {@code validateCluster}.
 */
public final class FileSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private FileSchema() {}

  /**
   * Makes the schema of {@code cluster.yaml}.
   *
   * @return JSON on several lines
   */
  public static String cluster() {
    return schema("cluster", "A Talos Linux cluster on Proxmox VE.", Catalogue.CLUSTER_FILE);
  }

  /**
   * Makes the schema of {@code nodes.yaml}.
   *
   * @return JSON on several lines
   */
  public static String nodes() {
    return schema("nodes", "The nodes of a cluster and its pools.", Catalogue.NODES_FILE);
  }

  private static String schema(String name, String description, SectionType file) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("$id", "urn:talosforge:schema:" + name);
    root.put("title", name + ".yaml");
    root.put("description", description);
    SectionSchema sections = new SectionSchema();
    root.setAll(sections.of(file));
    root.set("$defs", sections.definitions());
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }
}
