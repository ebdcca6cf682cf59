package io.github.talosforge.attack;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.rolling.RollingRestarts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What asks machines or Kubernetes, as its task has the library do it. */
enum Asking {
  PLAN(
      (session, talos, folder) -> {
        Plan plan = talos.plan(session.plan(NodeSelection.all(), false));
        return PlanText.render(plan, false) + plan.findings().render();
      }),
  STATUS((session, talos, folder) -> session.status() + " " + talos.status()),
  HEALTH((session, talos, folder) -> HealthText.render(talos.health())),
  WAIT((session, talos, folder) -> "" + talos.waitForTalos(impatient(), TalosLog.SILENT)),
  APPLY((session, talos, folder) -> "" + talos.applyMachineConfigs(impatient(), TalosLog.SILENT)),
  BOOTSTRAP(
      (session, talos, folder) ->
          HealthText.render(talos.bootstrap(impatient(), TalosLog.SILENT).health())),
  KUBECONFIG(
      (session, talos, folder) ->
          "" + talos.kubeconfig(folder.resolve("kubeconfig"), Duration.ofHours(1))),
  TALOSCONFIG(
      (session, talos, folder) ->
          "" + talos.talosconfig(folder.resolve("talosconfig"), Duration.ofHours(1))),
  RESTART(Verb.RESTART),
  DESTROY_NODE(Verb.DESTROY_NODE),
  REBUILD(Verb.REBUILD);

  /** Whether it could stop VMs. */
  final boolean stops;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Question question;

  private interface Question {
    String ask(ClusterSession session, TalosSession talos, Path folder);
  }

  Asking(Question question) {
    this.question = question;
    this.stops = false;
  }

  Asking(Verb verb) {
    this.question = (session, talos, folder) -> carryOut(verb, session, talos);
    this.stops = true;
  }

  /** Returns all that is told, a failure too. */
  String told(AttackedCluster attacked, Path folder) {
    if (stops) {
      Verb.valueOf(name()).edit(attacked);
    } else {
      attacked.resetFiles();
    }
    try (ClusterSession session = attacked.cluster.session()) {
      return question.ask(session, attacked.talos(session), folder);
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static TalosOptions impatient() {
    return HurriedSessions.IMPATIENT.withReboots(true);
  }

  private static String carryOut(Verb verb, ClusterSession session, TalosSession talos) {
    Plan plan = verb.plan(session);
    if (plan.isBlocked()) {
      return plan.findings().render();
    }
    RollingRestarts care = talos.restartCare(impatient(), TalosLog.SILENT);
    plan.changes(ReleaseDisks.class).stream()
        .filter(ReleaseDisks::running)
        .forEach(change -> care.letGo(change.vm(), () -> false));
    if (verb == Verb.DESTROY_NODE) {
      talos
          .departure(impatient(), TalosLog.SILENT)
          .prepare(plan.changes(DestroyVm.class), () -> {}, () -> false);
    }
    ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT, care);
    return result.outcomes().stream()
        .flatMap(outcome -> Stream.of(outcome.ending() + " " + outcome.reason().orElse("")))
        .collect(Collectors.joining("; "));
  }
}
