package io.github.talosforge.gradle.tasks;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.gradle.connection.ConnectionSettings;
import io.github.talosforge.gradle.report.ClusterFailure;
import io.github.talosforge.gradle.report.GradleProgress;
import io.github.talosforge.gradle.report.LookedAt;
import io.github.talosforge.gradle.report.Progress;
import io.github.talosforge.gradle.report.ResultFiles;
import io.github.talosforge.gradle.report.RunConsole;
import io.github.talosforge.gradle.report.RunningTable;
import io.github.talosforge.gradle.report.StatusTable;
import io.github.talosforge.gradle.services.SharedRun;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.operation.OperationException;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.redaction.TalosforgeException;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.talos.TalosCounters;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.inject.Inject;
import org.gradle.api.BuildCancelledException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;

/** A task that talks to Proxmox VE, and to the machines of a cluster over Talos' own API. */
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
   * Returns the file with the cluster's secrets.
   *
   * @return the file, which need not exist yet
   */
  @Internal
  public abstract RegularFileProperty getSecretsFile();

  /**
   * Returns the proxy through which machines are reached.
   *
   * @return its URL, if there is one
   */
  @Internal
  public abstract Property<String> getTalosProxy();

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

  private SharedRun open(ClusterSpec cluster, RunJournal journal) {
    try {
      return getSessions()
          .get()
          .open(
              getResults().get().toString(),
              cluster,
              () -> connection(cluster),
              this::terms,
              journal);
    } catch (RuntimeException e) {
      RuntimeException told =
          e instanceof OperationException refused
              ? Trouble.of(refused, this::shown)
              : Trouble.told(e, getConnection().get()::explain);
      journal.failed(String.valueOf(told.getMessage()));
      write(journal.report(NOTHING_SENT, new TalosCounters(0, 0, 0)));
      throw ClusterFailure.shown(told, redaction());
    }
  }

  private Terms terms() {
    return Terms.with(SecretsFile.at(secretsPath(), SopsEnvironment.ofProcess()))
        .through(
            proxyUrl()
                .map(url -> HttpProxy.of(url.getHost(), url.getPort()))
                .map(at -> Dialer.direct().through(at))
                .orElseGet(Dialer::direct))
        .parallel(getMaxParallel().get())
        .taskLimit(waitLimit())
        .patience(waitLimit())
        .confirming(options().getConfirmations().get())
        .agreed(Optional.ofNullable(options().getPlan().getOrNull()).map(this::agreed))
        .auditFile(Optional.ofNullable(options().getAuditFile().getOrNull()).map(Path::of));
  }

  private Terms.Agreed agreed(String file) {
    String name = shown(file);
    try {
      SavedPlan saved = ResultFiles.savedPlan(Path.of(file), name);
      return new Terms.Agreed(name, saved);
    } catch (IllegalArgumentException e) {
      throw Trouble.PLAN.failure(String.valueOf(e.getMessage()));
    }
  }

  private Path secretsPath() {
    return getSecretsFile().get().getAsFile().toPath();
  }

  Optional<URI> proxyUrl() {
    return Optional.ofNullable(getTalosProxy().getOrNull()).map(URI::create);
  }

  private void run(ClusterSpec cluster, SharedRun shared) {
    getConnection().get().warnings().forEach(warning -> warn(warning, shared));
    shared.run().warnings().forEach(warning -> warn(warning, shared));
    try {
      work(cluster, shared);
    } catch (RuntimeException e) {
      RuntimeException told =
          shared.run().isStopped()
              ? new BuildCancelledException("Stopped; run again to continue.")
              : told(e, shared);
      shared.run().journal().failed(String.valueOf(told.getMessage()));
      throw ClusterFailure.shown(told, redaction());
    } finally {
      files().result(cluster.name().toString(), shared.record());
      write(shared.run().report());
    }
  }

  private RuntimeException told(RuntimeException failure, SharedRun shared) {
    if (failure instanceof OperationException refused) {
      return Trouble.of(refused, this::shown);
    }
    if (failure instanceof TalosforgeException known && Trouble.isInside(known)) {
      return Trouble.of(known).failure(shown(known.getMessage() + clocks(shared)));
    }
    return Trouble.told(failure, getConnection().get()::explain);
  }

  /** What machines say of certificates is often about a clock. */
  private static String clocks(SharedRun shared) {
    return shared.run().clocks().findings().stream()
        .map(finding -> "\n" + finding.message() + " " + finding.suggestion())
        .collect(Collectors.joining());
  }

  /** Warns once in a build, however many tasks see it. */
  private void warn(String warning, SharedRun shared) {
    if (shared.isNews(warning)) {
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
  abstract void work(ClusterSpec cluster, SharedRun shared);

  private ProxmoxConnection connection(ClusterSpec cluster) {
    List<String> urls = cluster.proxmox().apiUrls().stream().map(Object::toString).toList();
    return getConnection().get().resolve(urls).withWarnings(getLogger()::warn);
  }

  private ClusterSpec withFactory(ClusterSpec cluster) {
    return getImageFactory().isPresent()
        ? FactoryOverride.of(cluster, getImageFactory().get())
        : cluster;
  }

  boolean allowsReboot() {
    return options().getAllowReboot().getOrElse(false);
  }

  /** Does work that tells what happens; when the build is cancelled, nothing new is begun. */
  <T> T stoppable(SharedRun shared, Function<RunListener, T> work) {
    try (RunConsole console = console(shared)) {
      return shared.stoppable(() -> work.apply(console), console::stopping);
    }
  }

  RunConsole console(SharedRun shared) {
    return new RunConsole(getLogger(), progress(), shared.said(), this::shown);
  }

  private Progress progress() {
    boolean watched =
        getLogger().isLifecycleEnabled() && !getTerminal().getOrElse("dumb").equals("dumb");
    return watched ? GradleProgress.in(getObjects()) : Progress.NONE;
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
  void showNodes(ClusterSpec cluster, SharedRun shared, LookedAt seen) {
    List<NodeStatus> nodes = shared.run().status();
    String json = files().status(cluster.name().toString(), nodes, seen);
    if (printsJson()) {
      getLogger().quiet(json.stripTrailing());
    } else {
      StatusTable.of(nodes, seen.machines(), shared.run().outcomes())
          .lines()
          .forEach(getLogger()::lifecycle);
      RunningTable.of(seen).forEach(getLogger()::lifecycle);
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
