package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;

/** What can be wrong with a patch. */
public enum PatchFinding {
  /** The patch is a list of operations. */
  JSON_PATCH("TF-PATCH-OPERATIONS"),
  /** A document is of a kind that the version of Talos does not know, or of none. */
  DOCUMENT("TF-PATCH-DOCUMENT"),
  /** A document has a key that the version of Talos does not know. */
  KEY("TF-PATCH-KEY"),
  /** A value is not of the kind that its key takes. */
  VALUE("TF-PATCH-VALUE"),
  /** Something is to be deleted that cannot be. */
  DELETION("TF-PATCH-DELETION");

  private final String code;

  PatchFinding(String code) {
    this.code = code;
  }

  /** Returns the code, which never changes its meaning. */
  public String code() {
    return code;
  }

  /** Returns where it arises. */
  public FindingArea area() {
    return FindingArea.FILES;
  }

  /** Returns how much it matters. */
  public Severity severity() {
    return Severity.ERROR;
  }
}
