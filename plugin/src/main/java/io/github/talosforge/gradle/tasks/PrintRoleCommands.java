package io.github.talosforge.gradle.tasks;

import io.github.talosforge.access.PveRelease;
import io.github.talosforge.access.RoleCommands;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.model.ClusterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.options.Option;

/** Prints the commands that make a token with the least rights for the cluster. */
@UntrackedTask(because = "Its result is what it prints")
public abstract class PrintRoleCommands extends ClusterTask {
  /** Sets what holds unless said otherwise. */
  public PrintRoleCommands() {
    getPve().convention("9");
    getUser().convention("talosforge@pve");
    getDays().convention("365");
  }

  /**
   * Returns the release of Proxmox VE that the commands are for.
   *
   * @return {@code 8} or {@code 9}
   */
  @Internal
  @Option(option = "pve", description = "The release of Proxmox VE: 8 or 9 (default 9).")
  public abstract Property<String> getPve();

  /**
   * Returns the user that the token belongs to.
   *
   * @return {@code name@realm}
   */
  @Internal
  @Option(option = "user", description = "The user to make (default talosforge@pve).")
  public abstract Property<String> getUser();

  /**
   * Returns for how many days the token is good.
   *
   * @return the days
   */
  @Internal
  @Option(option = "days", description = "For how many days the token is good (default 365).")
  public abstract Property<String> getDays();

  /** Prints the commands. */
  @TaskAction
  public void print() {
    ClusterSpec cluster = readCluster();
    commands(cluster).lines(cluster).forEach(getLogger()::quiet);
    getLogger().quiet("# For another release, user or time: --pve=8, --user=…, --days=…");
  }

  private RoleCommands commands(ClusterSpec cluster) {
    try {
      return new RoleCommands(
          getUser().get(),
          cluster.name().toString(),
          PveRelease.parse(getPve().get()),
          Instant.now().plus(days(), ChronoUnit.DAYS).truncatedTo(ChronoUnit.DAYS));
    } catch (IllegalArgumentException e) {
      throw ClusterFailure.because(String.valueOf(e.getMessage()));
    }
  }

  private int days() {
    String text = getDays().get();
    if (!text.matches("[1-9][0-9]{0,4}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a number of days: expected a whole number from 1 to 99999");
    }
    return Integer.parseInt(text);
  }
}
