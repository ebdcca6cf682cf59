package io.github.talosforge.gradle.report;

import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.plan.Change;
import java.time.Duration;
import java.util.Locale;
import org.gradle.api.logging.Logger;

/** One line when a change begins and one when it ends; percents where somebody watches. */
public final class ConsoleLog implements ApplyLog, AutoCloseable {
  private final Logger logger;
  private final Progress progress;

  /**
   * Writes to a task's logger.
   *
   * @param logger the logger
   * @param progress shows percents
   */
  public ConsoleLog(Logger logger, Progress progress) {
    this.logger = logger;
    this.progress = progress;
  }

  @Override
  public void begins(Change change) {
    logger.lifecycle("{} ...", ChangeWords.of(change));
  }

  @Override
  public boolean wantsPercent() {
    return progress != Progress.NONE;
  }

  @Override
  public void progresses(Change change, int percent) {
    progress.reached(ChangeWords.subject(change), percent);
  }

  @Override
  public void ends(Outcome outcome) {
    progress.ended(ChangeWords.subject(outcome.change()));
    String change = ChangeWords.of(outcome.change());
    String reason = outcome.reason().orElse("");
    switch (outcome.ending()) {
      case DONE -> logger.lifecycle("{}: done in {}", change, seconds(outcome.took()));
      case FAILED -> logger.error("{}: failed: {}", change, reason);
      case SKIPPED -> logger.warn("{}: not done: {}", change, reason);
    }
  }

  @Override
  public void warns(Change change, String sentence) {
    logger.warn("{}: {}", ChangeWords.of(change), sentence);
  }

  /** Says that the run was asked to stop. */
  public void stopping() {
    logger.lifecycle(
        "Stopping: nothing new is begun; tasks that run on Proxmox VE are left to finish.");
  }

  @Override
  public void close() {
    progress.close();
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
