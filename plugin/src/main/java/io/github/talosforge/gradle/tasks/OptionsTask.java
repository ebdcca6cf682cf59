package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.options.TimeSpan;
import io.github.talosforge.gradle.report.ClusterFailure;
import java.nio.file.Path;
import java.time.Duration;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** A task with the options of everything that plans or changes a live system. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class OptionsTask extends SelectingTask {
  /**
   * Returns how long to wait for Proxmox VE, as the user wrote it.
   *
   * @return the time
   */
  @Internal
  public abstract Property<String> getWaitLimit();

  /**
   * Returns how many VMs are worked on at the same time.
   *
   * @return the number
   */
  @Internal
  public abstract Property<Integer> getMaxParallel();

  /**
   * Returns whether a difference between files and live system is a failure.
   *
   * @return whether it is
   */
  @Internal
  public abstract Property<Boolean> getFailOnDrift();

  /**
   * Takes {@code --json}.
   *
   * @param value whether to print JSON
   */
  @Option(option = "json", description = "Prints the result as JSON on standard output.")
  public void json(boolean value) {
    options().give("json", options().getJson(), value);
  }

  /**
   * Takes {@code --timeout}.
   *
   * @param value a whole number and a unit
   */
  @Option(
      option = "timeout",
      description =
          "How long to wait at most, for a task of Proxmox VE, for Talos or for a drain, such as"
              + " 90s (default 1h).")
  public void timeout(String value) {
    Duration unused = parse("--timeout", value);
    options().give("timeout", options().getTimeout(), value);
  }

  /**
   * Takes {@code --max-parallel}.
   *
   * @param value a whole number
   */
  @Option(option = "max-parallel", description = "How many changes to make at the same time.")
  public void maxParallel(String value) {
    if (!value.matches("[1-9][0-9]{0,2}")) {
      throw ClusterFailure.because(
          "--max-parallel takes a whole number from 1 to 999, not '" + value + "'");
    }
    options().give("max-parallel", options().getMaxParallel(), Integer.parseInt(value));
  }

  /**
   * Takes {@code --allow-reboot}.
   *
   * @param value whether VMs may be stopped and started
   */
  @Option(
      option = "allow-reboot",
      description = "Lets VMs be stopped and started, one at a time, where a change needs it.")
  public void allowReboot(boolean value) {
    options().give("allow-reboot", options().getAllowReboot(), value);
  }

  /**
   * Takes {@code --plan-only}.
   *
   * @param value whether nothing is written
   */
  @Option(option = "plan-only", description = "Shows what would be done and changes nothing.")
  public void planOnly(boolean value) {
    options().give("plan-only", options().getPlanOnly(), value);
  }

  /**
   * Takes {@code --fail-on-drift}.
   *
   * @param value whether a difference is a failure
   */
  @Option(
      option = "fail-on-drift",
      description = "Fails when the live system differs from the files.")
  public void failOnDrift(boolean value) {
    options().give("fail-on-drift", options().getFailOnDrift(), value);
  }

  /**
   * Takes {@code --audit-file}.
   *
   * @param file a file, from the root of the build
   */
  @Option(
      option = "audit-file",
      description = "Adds a line of JSON to this file for every call that changes something.")
  public void auditFile(String file) {
    Path absolute = getRootDirectory().get().getAsFile().toPath().resolve(file);
    options().give("audit-file", options().getAuditFile(), absolute.toString());
  }

  boolean plansOnly() {
    return options().getPlanOnly().getOrElse(false);
  }

  boolean printsJson() {
    return options().getJson().getOrElse(false);
  }

  Duration waitLimit() {
    // That of the command line was looked at when it was given.
    return parse("timeout of the build script", getWaitLimit().get());
  }

  private static Duration parse(String where, String text) {
    try {
      return TimeSpan.parse(text);
    } catch (InvalidUserDataException e) {
      throw ClusterFailure.because(where + ": " + e.getMessage());
    }
  }
}
