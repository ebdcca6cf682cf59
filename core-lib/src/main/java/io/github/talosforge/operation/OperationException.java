package io.github.talosforge.operation;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.redaction.TalosforgeException;
import java.io.Serial;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An operation was refused, or did not get to its end. The message says why and what to do. */
public final class OperationException extends TalosforgeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Kind {
    /** The plan, or what else was made of the files, has errors: see {@link #findings}. */
    FINDINGS,
    /** The plan has to wait for tasks, or is another than the one that was agreed upon. */
    PLAN,
    /** What was asked for cannot be meant. */
    GOAL,
    /** The words that confirm it were not said. */
    CONFIRMATION,
    /** The cluster's secrets are missing. */
    SECRETS,
    /** Another operation comes first. */
    ORDER,
    /** Some changes failed. */
    UNFINISHED,
    /** The audit file cannot be written. */
    AUDIT,
    /** The run was asked to stop. */
    STOPPED
  }

  private final Kind kind;
  private final transient FindingReport findings;

  OperationException(Kind kind, String message) {
    this(kind, message, FindingReport.empty());
  }

  private OperationException(Kind kind, String message, FindingReport findings) {
    super(message, /* cause= */ null);
    this.kind = kind;
    this.findings = findings;
  }

  /** Refuses what has errors. */
  static OperationException of(String subject, FindingReport findings) {
    return new OperationException(Kind.FINDINGS, findings.errorsIn(subject), findings);
  }

  static OperationException noUid() {
    return new OperationException(
        Kind.ORDER, "The cluster file has no cluster_uid yet; planCluster proposes one.");
  }

  static OperationException stopped() {
    return new OperationException(Kind.STOPPED, "Stopped; run again to continue.");
  }

  static OperationException unfinished(ApplyResult result) {
    return new OperationException(
        Kind.UNFINISHED,
        Stream.of(Outcome.Ending.FAILED, Outcome.Ending.SKIPPED)
            .flatMap(ending -> result.ended(ending).stream())
            .map(
                outcome ->
                    "%s: %s"
                        .formatted(ChangeWords.of(outcome.change()), outcome.reason().orElse("")))
            .collect(
                Collectors.joining(
                    "\n",
                    "Not everything could be done. Remove the causes below and run again: what was"
                        + " done is kept.\n",
                    "")));
  }

  /**
   * Refuses a plan that must not be carried out.
   *
   * @param plan a plan
   * @throws OperationException if it is blocked
   */
  public static void refuseIfBlocked(Plan plan) {
    if (plan.findings().hasErrors()) {
      throw of("the plan for " + plan.cluster(), plan.findings());
    }
    if (plan.isBlocked()) {
      throw new OperationException(
          Kind.PLAN,
          "An earlier run's tasks are still running on Proxmox VE; run again when they ended: "
              + plan.tasks().stream()
                  .map(task -> task.words() + " (" + task.upid() + ")")
                  .collect(Collectors.joining(", ")));
    }
  }

  /** Classifies the end. */
  public Kind kind() {
    return kind;
  }

  /** Returns what was found, if that is why. */
  public FindingReport findings() {
    return findings;
  }
}
