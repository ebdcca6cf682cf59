package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.machineconfig.document.DocumentId;
import io.github.talosforge.model.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with one patch, at the place in the user's file where it begins. */
final class Complaints {
  private final @Nullable SourceLocation place;
  private final List<Finding> findings = new ArrayList<>();

  Complaints(Origin origin) {
    this.place = origin.location().orElse(null);
  }

  void about(PatchFinding kind, String message, String suggestion) {
    findings.add(
        new Finding(kind.area(), kind.code(), kind.severity(), place, message, suggestion));
  }

  void about(
      PatchFinding kind, DocumentId document, ConfigPath path, String what, String suggestion) {
    String where = path.isRoot() ? "" : ", at " + path;
    about(kind, "In the patch for " + document + where + ": " + what, suggestion);
  }

  void add(FindingReport report) {
    findings.addAll(report.findings());
  }

  boolean isEmpty() {
    return findings.isEmpty();
  }

  FindingReport report() {
    return FindingReport.of(findings);
  }
}
