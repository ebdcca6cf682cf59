package io.github.talosforge.machineconfig.diff;

import io.github.talosforge.machineconfig.document.DocumentId;
import java.util.Optional;

/**
 * A value that differs between two configurations.
 *
 * @param document the document that it is in
 * @param path where in the document, such as {@code machine.install.image}
 * @param before the value before, empty if there was none; a secret is shown as a short hash
 * @param after the value afterwards, empty if there is none; a secret is shown as a short hash
 */
public record FieldDifference(
    DocumentId document, String path, Optional<String> before, Optional<String> after) {

  /** Returns the difference as one line that begins with {@code +}, {@code -} or {@code ~}. */
  public String render() {
    String where = document.isMain() ? path : document + " " + path;
    if (before.isEmpty()) {
      return "+ " + where + ": " + after.orElse("");
    }
    return after.isEmpty()
        ? "- " + where + ": " + before.get()
        : "~ " + where + ": " + before.get() + " → " + after.get();
  }
}
