package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.rolling.Departure;
import io.github.talosforge.rolling.RollingRestarts;
import io.github.talosforge.talos.TalosException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** A run as the tasks of the plugin make it: the plan, the VMs, the machines. */
final class MatrixRun {
  static final TalosOptions PATIENT =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(5)).withReboots(true);

  /** With a mishap that lasts, waiting is only waiting. */
  static final TalosOptions HASTY = HurriedSessions.IMPATIENT.withReboots(true);

  private static final Duration DRAINING = Duration.ofMinutes(1);

  private final SimulatedCluster cluster;
  private final TalosWorld machines;

  MatrixRun(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.machines = new TalosWorld(cluster);
  }

  /** Runs everything once; returns what went wrong, in words of the library. */
  Optional<String> problem(Scenario wish, TalosOptions options) {
    try (ClusterSession session = cluster.session();
        TalosSession talos =
            HurriedSessions.talos(session, TalosWorld.SECRETS, machines.dialer())) {
      Plan plan = wish.plan(session);
      if (plan.isBlocked()) {
        return Optional.of(plan.findings().render() + plan.tasks());
      }
      RollingRestarts care = talos.restartCare(options, TalosLog.SILENT);
      if (wish.rebuilds()) {
        plan.changes(ReleaseDisks.class).stream()
            .filter(ReleaseDisks::running)
            .forEach(change -> care.letGo(change.vm(), () -> false));
      }
      Departure departure = talos.departure(draining(options), TalosLog.SILENT);
      if (!wish.going().isEmpty()) {
        departure.forgetMissing(plan.isEmpty() ? wish.going() : Set.of());
        departure.prepare(plan.changes(DestroyVm.class), () -> {}, () -> false);
      }
      ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT, care);
      if (!result.complete()) {
        return Optional.of(result.outcomes().toString());
      }
      if (!wish.going().isEmpty()) {
        departure.forget(plan.changes(DestroyVm.class).stream().map(DestroyVm::vm).toList());
      }
      if (wish.endsHealthy()) {
        BootstrapResult unused = talos.bootstrap(options, TalosLog.SILENT);
      }
      return Optional.empty();
    } catch (ProxmoxException
        | TalosException
        | TalosFlowException
        | KubernetesException
        | ImageFactoryException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Pods take a moment to leave; a run that gives up before meets none of what comes after. */
  private static TalosOptions draining(TalosOptions options) {
    return options.equals(HASTY) ? HASTY.withPatience(DRAINING) : options;
  }

  /** Plans the same once more, both halves of it. */
  Plan again(Scenario wish) {
    if (wish.endsHealthy()) {
      return machines.plan();
    }
    try (ClusterSession session = cluster.session()) {
      return wish.plan(session);
    }
  }
}
