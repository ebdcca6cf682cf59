package io.github.talosforge.apply;

import io.github.talosforge.apply.WorkGraph.Ending;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Carries plans out. Changes run side by side unless one needs another; VMs start in their startup
 * order; a failure takes only those with it that need what failed.
 */
public final class Applier {
  private static final String HALFWAY = " halfway; the next run finishes this";

  private final ProxmoxClient client;
  private final Function<URI, ImageFactory> factories;
  private final ApplyOptions options;
  private final ApplyLog log;
  private final Clock clock;
  private final RestartCare care;

  /**
   * Prepares to carry plans out.
   *
   * @param client the connection to Proxmox
   * @param factories opens the Image Factory at an address
   * @param options how
   * @param log hears what happens
   * @param clock measures how long changes take
   * @param care looks after the cluster while a VM is stopped and started
   */
  public Applier(
      ProxmoxClient client,
      Function<URI, ImageFactory> factories,
      ApplyOptions options,
      ApplyLog log,
      Clock clock,
      RestartCare care) {
    this.client = client;
    this.factories = factories;
    this.options = options;
    this.log = log;
    this.clock = clock;
    this.care = care;
  }

  /**
   * Carries a plan out and waits for the end of all that was begun. Changes inside the machines are
   * left: they need the VMs first.
   *
   * @param both the plan
   * @return how each change ended
   * @throws IllegalArgumentException if the plan is blocked
   */
  public ApplyResult apply(Plan both) {
    if (both.isBlocked()) {
      throw new IllegalArgumentException("A plan with errors must not be carried out");
    }
    Plan plan = both.vmsOnly();
    Tasks tasks = new Tasks(client, options, log);
    try (ImageFetching images = new ImageFetching(client, tasks, factories)) {
      Steps steps = new Steps(client, tasks, images, care);
      Run run = new Run(new ChangeWorks(plan));
      WorkGraph.run(
          run.works.of(plan.changes(), because(run.timed(steps::run)), because(steps::start)),
          options.parallel(),
          options.stopped(),
          run::ended);
      return new ApplyResult(
          plan.changes().stream()
              .map(change -> Objects.requireNonNull(run.outcomes.get(change.id())))
              .toList(),
          client.counters());
    }
  }

  /** The threads that do the work know of the operation only what they are told. */
  private static <C extends Change> Consumer<C> because(Consumer<C> action) {
    Reason here = Reason.here();
    return change -> here.then(change.id().value()).run(() -> action.accept(change));
  }

  /** What is known of the changes of one run, collected from many threads. */
  private final class Run {
    private final ChangeWorks works;
    private final Map<ChangeId, Instant> begun = new ConcurrentHashMap<>();
    private final Map<ChangeId, Outcome> outcomes = new ConcurrentHashMap<>();

    Run(ChangeWorks works) {
      this.works = works;
    }

    Consumer<Change> timed(Consumer<Change> action) {
      return change -> {
        begun.put(change.id(), clock.instant());
        log.begins(change);
        action.accept(change);
      };
    }

    void ended(String work, Ending ending) {
      Change change = works.changeOf(work);
      boolean over = works.isLast(work) || !(ending instanceof Ending.Done);
      if (over) {
        Outcome outcome = outcome(change, ending);
        // A VM that could not be made is not started either; the first reason is the one to tell.
        if (outcomes.putIfAbsent(change.id(), outcome) == null) {
          log.ends(outcome);
        }
      }
    }

    private Outcome outcome(Change change, Ending ending) {
      Instant since = begun.get(change.id());
      Duration took = since == null ? Duration.ZERO : Duration.between(since, clock.instant());
      if (ending instanceof Ending.Failed failed) {
        return new Outcome(change, Outcome.Ending.FAILED, Optional.of(words(failed)), took);
      }
      if (ending instanceof Ending.Skipped skipped) {
        String words = since == null ? words(skipped) : words(skipped) + HALFWAY;
        return new Outcome(change, Outcome.Ending.SKIPPED, Optional.of(words), took);
      }
      return new Outcome(change, Outcome.Ending.DONE, Optional.empty(), took);
    }

    private String words(Ending.Failed failed) {
      String message = failed.cause().getMessage();
      String cause = message == null ? failed.cause().toString() : message;
      return cause.contains("\n") ? cause : cause + "\n" + nextStep(failed);
    }

    private String nextStep(Ending.Failed failed) {
      boolean forbidden =
          failed.cause() instanceof ProxmoxException refused
              && refused.kind() == ErrorKind.PERMISSION;
      return forbidden
          ? "Rights were taken away since the plan was made. Plan again: the missing one is named."
          : "Remove the cause and run again: what was done is kept.";
    }

    private String words(Ending.Skipped skipped) {
      return skipped
          .because()
          .map(work -> works.changeOf(work).id() + " was not done")
          .orElse("the run was stopped");
    }
  }
}
