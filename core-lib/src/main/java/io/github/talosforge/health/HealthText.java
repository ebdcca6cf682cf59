package io.github.talosforge.health;

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
    for (CheckResult result : report.results()) {
      text.append(sign(result)).append(' ').append(result.check().sentence()).append('\n');
      if (!result.message().isEmpty()) {
        text.append("      ").append(result.message().replace("\n", "\n      ")).append('\n');
      }
    }
    return text.append(conclusion(report)).append('\n').toString();
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
