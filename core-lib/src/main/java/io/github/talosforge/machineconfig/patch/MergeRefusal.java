package io.github.talosforge.machineconfig.patch;

import java.io.Serial;

/** Ends the merge of a document that cannot be merged; never leaves this package. */
final class MergeRefusal extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient PatchFinding kind;
  private final transient ConfigPath path;
  private final String suggestion;

  MergeRefusal(PatchFinding kind, ConfigPath path, String what, String suggestion) {
    super(what, null, false, false);
    this.kind = kind;
    this.path = path;
    this.suggestion = suggestion;
  }

  PatchFinding kind() {
    return kind;
  }

  ConfigPath path() {
    return path;
  }

  String suggestion() {
    return suggestion;
  }
}
