package io.github.talosforge.finding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All findings of one run, sorted by position and without repetitions.
 *
 * @param findings the findings in report order
 */
public record FindingReport(List<Finding> findings) {

  private static final FindingReport EMPTY = new FindingReport(List.of());

  /** Sorts the findings and drops those that say the same at the same place. */
  public FindingReport {
    findings = findings.stream().sorted().distinct().toList();
  }

  /** Returns the report that says nothing. */
  public static FindingReport empty() {
    return EMPTY;
  }

  /** Returns a report of these findings, given in any order. */
  public static FindingReport of(Collection<Finding> findings) {
    return findings.isEmpty() ? EMPTY : new FindingReport(List.copyOf(findings));
  }

  /** Returns a report of these findings, given in any order. */
  public static FindingReport of(Finding... findings) {
    return of(List.of(findings));
  }

  /** Returns a report with the findings of both. */
  public FindingReport merge(FindingReport other) {
    if (other.findings.isEmpty()) {
      return this;
    }
    List<Finding> both = new ArrayList<>(findings);
    both.addAll(other.findings);
    return new FindingReport(both);
  }

  /** Tells whether anything forbids to use the files. */
  public boolean hasErrors() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }

  /** Tells whether there is nothing to say. */
  public boolean isEmpty() {
    return findings.isEmpty();
  }

  /** Returns the findings of one severity, in report order. */
  public List<Finding> withSeverity(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).toList();
  }

  /** Returns the findings with this code, in report order. */
  public List<Finding> withCode(String code) {
    return findings.stream().filter(finding -> finding.code().equals(code)).toList();
  }

  /** Tells whether there is a finding with this code about this subject. */
  public boolean says(String code, String subject) {
    return findings.stream()
        .anyMatch(finding -> finding.code().equals(code) && subject.equals(finding.subject()));
  }

  /** Tells all errors as what ends a run: how many there are in a subject, then each of them. */
  public String errorsIn(String subject) {
    List<Finding> errors = withSeverity(Severity.ERROR);
    return "%s in %s:\n%s"
        .formatted(
            errors.size() == 1 ? "1 error" : errors.size() + " errors",
            subject,
            errors.stream().map(Finding::render).collect(Collectors.joining("\n")));
  }

  /** Returns the report as text, one finding after another, lines separated by {@code \n}. */
  public String render() {
    return findings.stream().map(Finding::render).collect(Collectors.joining("\n"));
  }
}
