package io.github.talosforge.gradle.tasks;

import io.github.talosforge.gradle.connection.ConnectionSettings;
import io.github.talosforge.gradle.options.TimeSpan;
import io.github.talosforge.gradle.report.ClusterFailure;
import java.time.Duration;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** A task that talks to Proxmox VE. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class ProxmoxTask extends SelectingTask {
  /**
   * Returns where the connection is looked for.
   *
   * @return the settings, which nobody has asked yet
   */
  @Internal
  public abstract Property<ConnectionSettings> getConnection();

  /**
   * Returns where results go.
   *
   * @return the folder of this cluster
   */
  @Internal
  public abstract DirectoryProperty getResults();

  /**
   * Returns the Image Factory that is used instead of the files' one.
   *
   * @return its URL
   */
  @Internal
  public abstract Property<String> getImageFactory();

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
  @Option(option = "timeout", description = "How long to wait for Proxmox VE, such as 90s or 1h.")
  public void timeout(String value) {
    options().give("timeout", options().getTimeout(), value);
  }

  /**
   * Takes {@code --max-parallel}.
   *
   * @param value a whole number
   */
  @Option(option = "max-parallel", description = "How many VMs to work on at the same time.")
  public void maxParallel(String value) {
    if (!value.matches("[1-9][0-9]{0,2}")) {
      throw ClusterFailure.because(
          "--max-parallel takes a whole number from 1 to 999, not '" + value + "'");
    }
    options().give("max-parallel", options().getMaxParallel(), Integer.parseInt(value));
  }

  Duration waitLimit() {
    return TimeSpan.parse(getWaitLimit().get());
  }
}
