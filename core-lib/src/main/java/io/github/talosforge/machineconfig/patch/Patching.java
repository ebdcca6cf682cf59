package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.document.DocumentId;
import io.github.talosforge.machineconfig.schema.ConfigSchema;
import io.github.talosforge.machineconfig.schema.Shape;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.MachinePatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges patches into a machine configuration, as Talos does it ("strategic merge").
 *
 * <p>Documents are matched by kind and name, and others are added. In a document maps are merged
 * key by key and lists are put behind each other, save pod and service subnets, which are replaced,
 * and network interfaces, VLANs, admission plugins and files of extensions, whose items are
 * matched. {@code $patch: delete} takes a key, an item of a list or a document away.
 *
 * <p>In one thing this differs from Talos: a size in a volume's provisioning that a patch does not
 * name stays, where Talos forgets it.
 */
public final class Patching {
  private final int minor;
  private final ConfigSchema schema;

  /**
   * Patches configurations of one version.
   *
   * @param minor the minor version of Talos 1
   */
  public Patching(int minor) {
    this.minor = minor;
    this.schema = ConfigSchema.of(minor);
  }

  /**
   * What came of patching.
   *
   * @param documents the configuration with all patches that nothing is wrong with
   * @param report what is wrong with the others
   */
  public record Patched(ConfigDocuments documents, FindingReport report) {}

  /**
   * Merges patches one after another.
   *
   * @param config the configuration
   * @param patches the patches, first one first
   */
  public Patched apply(ConfigDocuments config, List<MachinePatch> patches) {
    Map<DocumentId, ConfigDocument> documents = new LinkedHashMap<>(config.byId());
    FindingReport report = FindingReport.empty();
    for (MachinePatch patch : patches) {
      Complaints complaints = new Complaints(patch.origin());
      apply(documents, patch, complaints);
      report = report.merge(complaints.report());
    }
    return new Patched(new ConfigDocuments(List.copyOf(documents.values())), report);
  }

  private void apply(
      Map<DocumentId, ConfigDocument> documents, MachinePatch patch, Complaints complaints) {
    List<ConfigDocument> read = PatchReader.read(patch, complaints);
    PatchCheck check = new PatchCheck(schema, complaints);
    read.forEach(check::check);
    if (!complaints.isEmpty()) {
      return;
    }
    for (ConfigDocument document : read) {
      try {
        merge(documents, document, complaints);
      } catch (MergeRefusal refusal) {
        complaints.about(
            refusal.kind(),
            document.id(),
            refusal.path(),
            String.valueOf(refusal.getMessage()),
            refusal.suggestion());
      }
    }
  }

  private void merge(
      Map<DocumentId, ConfigDocument> documents, ConfigDocument patch, Complaints complaints) {
    Deletions parts = new Deletions(patch, complaints);
    Shape.Keys shape = schema.document(patch.kind()).orElseThrow();
    parts.deletions().forEach(deletion -> delete(documents, patch.id(), shape, deletion));
    parts
        .rest()
        .map(rest -> TypedPatch.keys(shape, rest))
        .ifPresent(rest -> merge(documents, patch.id(), shape, rest));
  }

  private static void delete(
      Map<DocumentId, ConfigDocument> documents,
      DocumentId id,
      Shape.Keys shape,
      Deletion deletion) {
    ConfigDocument document = documents.get(id);
    if (document == null || (deletion.path().isRoot() && id.isMain())) {
      throw new MergeRefusal(
          PatchFinding.DELETION,
          deletion.path(),
          document == null
              ? "there is no such document to delete from."
              : "the main document cannot be deleted.",
          "Remove '$patch: delete', or correct kind and name.");
    }
    if (deletion.path().isRoot()) {
      documents.remove(id);
    } else {
      documents.put(id, new ConfigDocument(new Removal(deletion).from(shape, document.fields())));
    }
  }

  private void merge(
      Map<DocumentId, ConfigDocument> documents,
      DocumentId id,
      Shape.Keys shape,
      FreeYaml.Mapping patch) {
    ConfigDocument document = documents.get(id);
    documents.put(
        id,
        document == null
            ? new ConfigDocument(patch)
            : new ConfigDocument(
                new Merge(minor).keys(shape, document.fields(), patch, ConfigPath.ROOT)));
  }
}
