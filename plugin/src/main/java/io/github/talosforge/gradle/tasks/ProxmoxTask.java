package io.github.talosforge.gradle.tasks;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.gradle.connection.ConnectionSettings;
import io.github.talosforge.gradle.options.TimeSpan;
import io.github.talosforge.gradle.report.ChangeWords;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.ConsoleLog;
import io.github.talosforge.gradle.report.ResultFiles;
import io.github.talosforge.gradle.report.StatusTable;
import io.github.talosforge.gradle.services.ClusterSessions;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.services.ServiceReference;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
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
   * Returns the sessions that all tasks of a build share.
   *
   * @return the sessions
   */
  @ServiceReference("talosforgeClusters")
  public abstract Property<ClusterSessions> getSessions();

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

  /** Does the task's own step. */
  @TaskAction
  public void run() {
    ClusterSpec cluster = withFactory(readCluster());
    try {
      SharedSession session =
          getSessions()
              .get()
              .open(
                  getResults().get().toString(),
                  () -> ClusterSession.open(cluster, connection(cluster)));
      try {
        work(cluster, session);
      } finally {
        files()
            .result(
                cluster.name().toString(), session.counters(), session.age(), session.outcomes());
      }
    } catch (ProxmoxException | ImageFactoryException e) {
      throw ClusterFailure.because(String.valueOf(e.getMessage()));
    }
  }

  /** Does what this kind of task is for. */
  abstract void work(ClusterSpec cluster, SharedSession session);

  private ProxmoxConnection connection(ClusterSpec cluster) {
    List<String> urls = cluster.proxmox().apiUrls().stream().map(Object::toString).toList();
    return getConnection().get().resolve(urls).withWarnings(getLogger()::warn);
  }

  private ClusterSpec withFactory(ClusterSpec cluster) {
    return getImageFactory().isPresent()
        ? FactoryOverride.of(cluster, URI.create(getImageFactory().get()))
        : cluster;
  }

  /** Plans with the shared options. */
  Plan plan(SharedSession session) {
    Plan plan = session.plan(selection(), options().getAllowReboot().getOrElse(false));
    // What this build has written itself changes the plan, and may.
    if (options().getPlan().isPresent() && session.outcomes().isEmpty()) {
      refuseIfAnother(plan, Path.of(options().getPlan().get()));
    }
    return plan;
  }

  private void refuseIfAnother(Plan plan, Path file) {
    if (!ResultFiles.digest(file).equals(plan.digest())) {
      throw ClusterFailure.because(
          "The plan %s no longer holds: the files or the live system changed since."
                  .formatted(shown(file.toString()))
              + " Run planCluster again.");
    }
  }

  /** Ends the task when a plan cannot be carried out. */
  void refuseIfBlocked(Plan plan) {
    if (plan.findings().hasErrors()) {
      throw ClusterFailure.because("the plan for " + plan.cluster(), plan.findings(), this::shown);
    }
    if (plan.isBlocked()) {
      throw ClusterFailure.because(
          "An earlier run's tasks are still running on Proxmox VE; run again when they ended: "
              + plan.tasks());
    }
  }

  /** Carries a plan out; what failed or was skipped ends the task. */
  void apply(Plan plan, SharedSession session) {
    refuseIfBlocked(plan);
    ApplyOptions how = new ApplyOptions(getMaxParallel().get(), waitLimit(), () -> false);
    ApplyResult result = session.apply(plan, how, new ConsoleLog(getLogger()));
    if (!result.complete()) {
      throw ClusterFailure.because(unfinished(result));
    }
  }

  private static String unfinished(ApplyResult result) {
    return Stream.of(Outcome.Ending.FAILED, Outcome.Ending.SKIPPED)
        .flatMap(ending -> result.ended(ending).stream())
        .map(
            outcome ->
                "%s: %s".formatted(ChangeWords.of(outcome.change()), outcome.reason().orElse("")))
        .collect(
            Collectors.joining("\n", "Not everything could be done; run again to continue.\n", ""));
  }

  /** Writes a plan down and prints it; as JSON only if it is the task's result. */
  void show(Plan plan, boolean result) {
    String json = files().plan(plan);
    if (!printsJson()) {
      getLogger().lifecycle(shown(PlanText.render(plan, false)).stripTrailing());
    } else if (result) {
      getLogger().quiet(json.stripTrailing());
    }
  }

  /** Looks at the nodes again, writes them down and prints them. */
  void showNodes(ClusterSpec cluster, SharedSession session, boolean drift) {
    List<NodeStatus> nodes = session.status();
    String json = files().status(cluster.name().toString(), nodes, drift);
    if (printsJson()) {
      getLogger().quiet(json.stripTrailing());
    } else {
      StatusTable.of(nodes, session.outcomes()).lines().forEach(getLogger()::lifecycle);
    }
  }

  boolean plansOnly() {
    return options().getPlanOnly().getOrElse(false);
  }

  private boolean printsJson() {
    return options().getJson().getOrElse(false);
  }

  ResultFiles files() {
    return new ResultFiles(getResults().get().getAsFile().toPath());
  }

  private Duration waitLimit() {
    return TimeSpan.parse(getWaitLimit().get());
  }
}
