package io.github.talosforge.gradle.tasks;

import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.gradle.options.ChainOptions;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.RedactedLogger;
import io.github.talosforge.gradle.services.ClusterSessions;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.operation.CheckedFiles;
import io.github.talosforge.redaction.Redaction;
import java.io.File;
import java.nio.file.Path;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.logging.Logger;
import org.gradle.api.provider.Property;
import org.gradle.api.services.ServiceReference;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.work.DisableCachingByDefault;

/** A task about one cluster. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class ClusterTask extends DefaultTask {
  /** The group that {@code gradle tasks} lists all tasks under. */
  public static final String GROUP = "Talosforge";

  /**
   * Returns the cluster's name in the build script, or {@code main} where none is registered.
   *
   * @return the name
   */
  @Internal
  public abstract Property<String> getClusterLabel();

  /**
   * Returns the file that describes the cluster. It may be missing: the task says so itself.
   *
   * @return the cluster file
   */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getClusterFile();

  /**
   * Returns the file that lists the cluster's nodes. It may be missing: the task says so itself.
   *
   * @return the nodes file
   */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract RegularFileProperty getNodesFile();

  /**
   * Returns the folder that files are named from in messages.
   *
   * @return the folder
   */
  @Internal
  public abstract DirectoryProperty getRootDirectory();

  /**
   * Returns the options that all tasks of the cluster share.
   *
   * @return the options
   */
  @Internal
  public abstract Property<ChainOptions> getOptions();

  /**
   * Returns whether this task has a cluster of its own, in contrast to one that stands for the
   * tasks of all registered clusters.
   *
   * @return whether the task does something itself; true unless set
   */
  @Internal
  public abstract Property<Boolean> getAlone();

  /** Returns what decides what this task shows. */
  Redaction redaction() {
    return Redaction.opened();
  }

  /**
   * Returns where this task tells what it does; nothing secret passes.
   *
   * @return the logger
   */
  @Internal
  @Override
  public Logger getLogger() {
    return RedactedLogger.before(super.getLogger(), redaction());
  }

  ChainOptions options() {
    return getOptions().get();
  }

  /**
   * Returns what all tasks of a build share.
   *
   * @return the sessions
   */
  @ServiceReference("talosforgeClusters")
  public abstract Property<ClusterSessions> getSessions();

  /** Reads the files and tells all warnings; errors end the task. */
  ClusterSpec readCluster() {
    ClusterReading reading = readFiles();
    return reading.spec().orElseThrow(() -> failure(reading.report()));
  }

  /** Reads the files once in a build and tells all warnings; with an error there is no cluster. */
  ClusterReading readFiles() {
    return getSessions()
        .get()
        .read(
            new CheckedFiles(path(getClusterFile()), path(getNodesFile())),
            reading -> tell(reading.report()));
  }

  private void tell(FindingReport report) {
    report.findings().stream()
        .filter(finding -> finding.severity() != Severity.ERROR)
        .forEach(finding -> tell(finding.severity(), shown(finding.render())));
  }

  private void tell(Severity severity, String text) {
    if (severity == Severity.WARNING) {
      getLogger().warn(text);
    } else {
      getLogger().lifecycle(text);
    }
  }

  ClusterFailure failure(FindingReport report) {
    return ClusterFailure.because(shown(report.errorsIn(fileNames())));
  }

  private String fileNames() {
    return path(getClusterFile()) + " and " + path(getNodesFile());
  }

  /** Names files as the user sees them: from the folder that the build was started in. */
  String shown(String text) {
    return text.replace(getRootDirectory().get().getAsFile().getPath() + File.separator, "");
  }

  private static Path path(RegularFileProperty file) {
    return file.get().getAsFile().toPath();
  }
}
