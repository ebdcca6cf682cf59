package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a rule reports what it finds; area, code and severity are the rule's. */
public final class RuleFindings {
  private final FindingArea area;
  private final String code;
  private final Severity severity;
  private final Consumer<Finding> report;

  /** Makes a place to report to. */
  public RuleFindings(FindingArea area, String code, Severity severity, Consumer<Finding> report) {
    this.area = area;
    this.code = code;
    this.severity = severity;
    this.report = report;
  }

  /**
   * Reports a mistake.
   *
   * @param location where the value concerned stands
   * @param message what is the case, as a sentence
   * @param suggestion what to do about it, as a sentence
   */
  public void report(@Nullable SourceLocation location, String message, String suggestion) {
    report.accept(new Finding(area, code, severity, location, message, suggestion));
  }
}
