package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.MachinePatch;
import io.github.talosforge.model.Origin;
import java.util.List;

/** Reads the documents of a patch, which is a map or the text of one or more documents. */
final class PatchReader {

  private PatchReader() {}

  static List<ConfigDocument> read(MachinePatch patch, Complaints complaints) {
    if (patch.content() instanceof FreeYaml.Mapping mapping) {
      return List.of(new ConfigDocument(mapping));
    }
    if (patch.content() instanceof FreeYaml.Scalar text && !isOperations(text.text())) {
      ConfigDocuments.Reading reading = ConfigDocuments.read(name(patch.origin()), text.text());
      complaints.add(reading.report());
      return reading.documents().documents();
    }
    complaints.about(
        PatchFinding.JSON_PATCH,
        "This patch is a list of operations (RFC 6902), which cannot be applied to configurations"
            + " of several documents.",
        "Write the keys that are to change as a map, and what is to go as '$patch: delete'.");
    return List.of();
  }

  private static boolean isOperations(String text) {
    String start = text.stripLeading();
    return start.startsWith("[") || start.startsWith("- ");
  }

  private static String name(Origin origin) {
    return "patch at " + origin.location().map(SourceLocation::toString).orElse(origin.toString());
  }
}
