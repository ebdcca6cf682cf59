package io.github.talosforge.config.yaml;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Ends the reading of a file whose rest cannot be trusted; never leaves this package. */
final class YamlRefusal extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient Finding finding;

  YamlRefusal(String code, SourceLocation location, String message, @Nullable String suggestion) {
    super(message, null, false, false);
    this.finding =
        new Finding(FindingArea.FILES, code, Severity.ERROR, location, message, suggestion);
  }

  Finding finding() {
    return finding;
  }
}
