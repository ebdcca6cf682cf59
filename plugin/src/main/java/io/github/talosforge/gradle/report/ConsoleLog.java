package io.github.talosforge.gradle.report;

import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.Change;
import java.time.Duration;
import java.util.Locale;
import org.gradle.api.logging.Logger;

/** One line when a change begins and one when it ends. */
public final class ConsoleLog implements ApplyLog {
  private final Logger logger;

  /**
   * Writes to a task's logger.
   *
   * @param logger the logger
   */
  public ConsoleLog(Logger logger) {
    this.logger = logger;
  }

  @Override
  public void begins(Change change) {
    logger.lifecycle("{} ...", ChangeWords.of(change));
  }

  @Override
  public void ends(Outcome outcome) {
    String change = ChangeWords.of(outcome.change());
    String reason = outcome.reason().orElse("");
    switch (outcome.ending()) {
      case DONE -> logger.lifecycle("{}: done in {}", change, seconds(outcome.took()));
      case FAILED -> logger.error("{}: failed: {}", change, reason);
      case SKIPPED -> logger.warn("{}: not begun: {}", change, reason);
    }
  }

  @Override
  public void warns(Change change, String sentence) {
    logger.warn("{}: {}", ChangeWords.of(change), sentence);
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
