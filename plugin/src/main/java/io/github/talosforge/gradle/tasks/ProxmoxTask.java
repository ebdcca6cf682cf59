package io.github.talosforge.gradle.tasks;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.gradle.connection.ConnectionSettings;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.ConsoleLog;
import io.github.talosforge.gradle.report.GradleProgress;
import io.github.talosforge.gradle.report.LookedAt;
import io.github.talosforge.gradle.report.Progress;
import io.github.talosforge.gradle.report.ResultFiles;
import io.github.talosforge.gradle.report.StatusTable;
import io.github.talosforge.gradle.services.ClusterSessions;
import io.github.talosforge.gradle.services.SharedSession;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Confirmation;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.talos.TalosCounters;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.gradle.api.BuildCancelledException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.Property;
import org.gradle.api.services.ServiceReference;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;

/** A task that talks to Proxmox VE. */
@DisableCachingByDefault(because = "Only what its kinds do is known")
public abstract class ProxmoxTask extends OptionsTask {
  private static final ClientCounters NOTHING_SENT = new ClientCounters(0, 0, 0, 0, 0);

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
   * Returns what the user's terminal calls itself.
   *
   * @return the environment's {@code TERM}
   */
  @Internal
  public abstract Property<String> getTerminal();

  /**
   * Returns what makes objects that need Gradle's services.
   *
   * @return the factory
   */
  @Inject
  protected abstract ObjectFactory getObjects();

  /** Does the task's own step. */
  @TaskAction
  public void run() {
    files().keepFromGit();
    ClusterReading reading = readFiles();
    ClusterSpec cluster = withFactory(reading.spec().orElseThrow(() -> refused(reading)));
    RunJournal journal = new RunJournal(cluster, Clock.systemUTC(), this::shown);
    journal.found(reading.report());
    run(cluster, open(cluster, journal));
  }

  private ClusterFailure refused(ClusterReading reading) {
    ClusterFailure failure = failure(reading.report());
    write(
        RunJournal.refused(
            getClusterLabel().get(),
            Clock.systemUTC().instant(),
            reading.report(),
            String.valueOf(failure.getMessage()),
            this::shown));
    return failure;
  }

  private SharedSession open(ClusterSpec cluster, RunJournal journal) {
    try {
      return getSessions()
          .get()
          .open(getResults().get().toString(), cluster, () -> connection(cluster), journal);
    } catch (RuntimeException e) {
      RuntimeException told = Trouble.told(e, getConnection().get()::explain);
      journal.failed(String.valueOf(told.getMessage()));
      write(journal.report(NOTHING_SENT, new TalosCounters(0, 0, 0)));
      throw ClusterFailure.shown(told, redaction());
    }
  }

  private void run(ClusterSpec cluster, SharedSession session) {
    getConnection().get().warnings().forEach(warning -> warn(warning, session));
    try {
      work(cluster, session);
    } catch (RuntimeException e) {
      RuntimeException told = Trouble.told(e, getConnection().get()::explain);
      session.notes().failed(String.valueOf(told.getMessage()));
      throw ClusterFailure.shown(told, redaction());
    } finally {
      files().result(cluster.name().toString(), session.record());
      write(session.report());
    }
  }

  /** Warns once in a build, however many tasks see it. */
  void warn(String warning, SharedSession session) {
    if (session.notes().isNews(warning)) {
      getLogger().warn(shown(warning));
    }
  }

  /** Writes the page, and has the build's end tell where it is. */
  private void write(RunReport report) {
    files().report(report);
    if (!printsJson()) {
      getSessions().get().tellAtTheEnd(files().reportPage());
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
        ? FactoryOverride.of(cluster, getImageFactory().get())
        : cluster;
  }

  /** Plans with the shared options. */
  Plan plan(SharedSession session, Supplier<Optional<TalosSession>> machines) {
    Plan plan = session.plan(selection(), options().getAllowReboot().getOrElse(false), machines);
    if (options().getPlan().isPresent()) {
      refuseIfAnother(plan, session, Path.of(options().getPlan().get()));
    }
    return plan;
  }

  private void refuseIfAnother(Plan plan, SharedSession session, Path file) {
    String name = shown(file.toString());
    session
        .difference(plan, savedPlan(file, name))
        .ifPresent(
            difference -> {
              throw Trouble.PLAN.failure(name + ": " + difference);
            });
  }

  private static SavedPlan savedPlan(Path file, String name) {
    try {
      return ResultFiles.savedPlan(file, name);
    } catch (IllegalArgumentException e) {
      throw Trouble.PLAN.failure(String.valueOf(e.getMessage()));
    }
  }

  /** Ends the task when a plan cannot be carried out. */
  void refuseIfBlocked(Plan plan) {
    if (plan.findings().hasErrors()) {
      throw ClusterFailure.because("the plan for " + plan.cluster(), plan.findings(), this::shown);
    }
    if (plan.isBlocked()) {
      throw Trouble.PLAN.failure(
          "An earlier run's tasks are still running on Proxmox VE; run again when they ended: "
              + plan.tasks());
    }
  }

  /** Ends the task unless the cluster's name was said. */
  void requireConfirmation(ClusterSpec cluster, String deed) {
    requireConfirmation(new Confirmation(cluster.name(), Set.of()), deed);
  }

  /** Ends the task unless the words were said. */
  void requireConfirmation(Confirmation words, String deed) {
    if (!isConfirmed(words)) {
      throw ClusterFailure.because(words.request(deed));
    }
  }

  boolean isConfirmed(Confirmation words) {
    return words.isGiven(options().getConfirmations().get());
  }

  /** Carries a plan out; what failed or was skipped ends the task. */
  void apply(Plan plan, SharedSession session) {
    apply(plan, session, RestartCare.NONE);
  }

  /** Carries a plan out with something that looks after the cluster during restarts. */
  void apply(Plan plan, SharedSession session, RestartCare care) {
    refuseIfBlocked(plan);
    try (ConsoleLog log = new ConsoleLog(getLogger(), progress())) {
      ApplyResult result =
          session.apply(plan, getMaxParallel().get(), waitLimit(), log, care, log::stopping);
      if (session.isStopped()) {
        throw new BuildCancelledException("Stopped; run again to continue.");
      }
      if (!result.complete()) {
        throw Trouble.PROXMOX_VE.failure(unfinished(result));
      }
    }
  }

  private Progress progress() {
    boolean watched =
        getLogger().isLifecycleEnabled() && !getTerminal().getOrElse("dumb").equals("dumb");
    return watched ? GradleProgress.in(getObjects()) : Progress.NONE;
  }

  private static String unfinished(ApplyResult result) {
    return Stream.of(Outcome.Ending.FAILED, Outcome.Ending.SKIPPED)
        .flatMap(ending -> result.ended(ending).stream())
        .map(
            outcome ->
                "%s: %s".formatted(ChangeWords.of(outcome.change()), outcome.reason().orElse("")))
        .collect(
            Collectors.joining(
                "\n",
                "Not everything could be done. Remove the causes below and run again: what was done"
                    + " is kept.\n",
                ""));
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

  /** Writes down how the nodes are and prints it. */
  void showNodes(ClusterSpec cluster, SharedSession session, boolean drift) {
    showNodes(cluster, session, LookedAt.vms(drift));
  }

  /** Does the same together with what else was looked at. */
  void showNodes(ClusterSpec cluster, SharedSession session, LookedAt seen) {
    List<NodeStatus> nodes = session.status();
    String json = files().status(cluster.name().toString(), nodes, seen);
    if (printsJson()) {
      getLogger().quiet(json.stripTrailing());
    } else {
      StatusTable.of(nodes, seen.machines(), session.notes().outcomes())
          .lines()
          .forEach(getLogger()::lifecycle);
    }
  }

  @Override
  Redaction redaction() {
    return getSessions().get().redaction();
  }

  ResultFiles files() {
    return new ResultFiles(getResults().get().getAsFile().toPath(), redaction());
  }
}
