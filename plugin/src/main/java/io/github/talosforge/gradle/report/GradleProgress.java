package io.github.talosforge.gradle.report;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.gradle.api.model.ObjectFactory;
import org.gradle.internal.logging.progress.ProgressLogger;
import org.gradle.internal.logging.progress.ProgressLoggerFactory;

/**
 * Percents beside the running task, where Gradle's console is rich; Gradle leaves them out
 * everywhere else.
 *
 * <p>Whether a console is rich is known to Gradle alone, and it has no public way to show progress.
 * This is the one class that uses an internal one; without it, there are no percents.
 */
public class GradleProgress implements Progress {
  private final Map<String, Integer> percents = new ConcurrentSkipListMap<>();
  private final ProgressLogger line;

  /**
   * Begins to show progress.
   *
   * @param loggers makes the line
   */
  @Inject
  public GradleProgress(ProgressLoggerFactory loggers) {
    line = loggers.newOperation(GradleProgress.class).setDescription("Changes on Proxmox VE");
    line.started();
  }

  /**
   * Begins to show progress, if this Gradle can.
   *
   * @param objects gives access to Gradle's services
   * @return where to show it
   */
  public static Progress in(ObjectFactory objects) {
    try {
      return objects.newInstance(GradleProgress.class);
    } catch (RuntimeException | LinkageError e) {
      return NONE;
    }
  }

  @Override
  public void reached(String subject, int percent) {
    percents.put(subject, percent);
    show();
  }

  @Override
  public void ended(String subject) {
    if (percents.remove(subject) != null) {
      show();
    }
  }

  private void show() {
    line.progress(
        percents.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue() + " %")
            .collect(Collectors.joining(", ")));
  }

  @Override
  public void close() {
    line.completed();
  }
}
