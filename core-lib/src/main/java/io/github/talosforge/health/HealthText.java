package io.github.talosforge.health;

import io.github.talosforge.redaction.Redaction;

/** A report for people. */
public final class HealthText {
  private HealthText() {}

  /**
   * Writes a line a check, and the reason under those that did not pass.
   *
   * @param report the report
   * @return the text
   */
  public static String render(HealthReport report) {
    StringBuilder text = new StringBuilder();
    report.results().forEach(result -> text.append(line(result)));
    return text.append(conclusion(report)).append('\n').toString();
  }

  /**
   * Says why a cluster is not healthy, for whoever did not see the checks, and what to do.
   *
   * @param report the report of such a cluster
   * @return the text
   */
  public static String failure(HealthReport report) {
    return "The cluster is not healthy: "
        + conclusion(report)
        + " The first of them:\n"
        + report.firstFailure().map(HealthText::line).orElse("")
        + "Mend that, then run healthCluster again.";
  }

  private static String line(CheckResult result) {
    String reason =
        result.message().isEmpty()
            ? ""
            : "      " + result.message().replace("\n", "\n      ") + "\n";
    return Redaction.byForm(sign(result) + " " + result.check().sentence() + "\n" + reason);
  }

  private static String sign(CheckResult result) {
    return switch (result.state()) {
      case PASSED -> "[ok]";
      case FAILED -> "[--]";
      case SKIPPED -> "[  ]";
    };
  }

  private static String conclusion(HealthReport report) {
    long failed =
        report.results().stream()
            .filter(result -> result.state() == CheckResult.State.FAILED)
            .count();
    return failed == 0
        ? "The cluster is healthy."
        : failed + " of " + report.results().size() + " checks failed.";
  }
}
