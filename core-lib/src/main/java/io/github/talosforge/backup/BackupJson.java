package io.github.talosforge.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.redaction.Redaction;
import java.util.List;

/** The backups of a folder for programs; that of one backup is its {@link BackupNote#json}. */
public final class BackupJson {
  /** The version of the schema. */
  public static final String SCHEMA = "talosforge-backups/1";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private BackupJson() {}

  /**
   * Writes a list as a JSON object on several lines.
   *
   * @param backups what is in a folder
   * @return the text
   */
  public static String render(List<StoredBackup> backups) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    ArrayNode list = root.putArray("backups");
    for (StoredBackup backup : backups) {
      ObjectNode each = list.addObject();
      each.put("file", backup.file());
      each.put("sound", backup.sound());
      each.put("problem", backup.problem());
      each.set("note", backup.note().<ObjectNode>map(MAPPER::valueToTree).orElse(null));
    }
    try {
      return Redaction.jsonByForm(MAPPER.writeValueAsString(root));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }
}
