package io.github.talosforge.operation;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The machines inside of a run's VMs: the one way to them, and how they are waited for. */
final class RunMachines {
  private final ClusterRun run;
  private @Nullable TalosSession talos;

  RunMachines(ClusterRun run) {
    this.run = run;
  }

  /** Opens the way to the machines; what is wrong with their configurations is refused. */
  TalosSession open(SecretsBundle secrets) {
    TalosSession machines = reach(secrets);
    GeneratedConfigs asFiles = machines.generateMachineConfigs();
    if (asFiles.report().hasErrors()) {
      try {
        machines.requireFittingConfigs();
      } catch (IllegalArgumentException e) {
        throw refusal(asFiles);
      }
    }
    return machines;
  }

  private static OperationException refusal(GeneratedConfigs configs) {
    return OperationException.of("the machine configurations", configs.report());
  }

  /** Opens the way to the machines, once, whatever their configurations would be. */
  TalosSession reach(SecretsBundle secrets) {
    synchronized (run) {
      TalosSession open =
          Optional.ofNullable(talos)
              .orElseGet(() -> run.session().talos(secrets, run.terms().machines()));
      talos = open;
      run.draw();
      return open;
    }
  }

  GeneratedConfigs configs(RunListener listener) {
    TalosOptions once = options(NodeSelection.all(), false).withPatience(Duration.ZERO);
    GeneratedConfigs configs =
        reach(run.keys().obtain(once, listener)).generateRunningMachineConfigs();
    if (configs.report().hasErrors()) {
      throw refusal(configs);
    }
    configs.report().findings().forEach(finding -> listener.warns(finding.render()));
    return configs;
  }

  /** Returns what is seen of each; nothing without secrets. */
  List<SeenNode> seen() {
    return run.keys().known().map(secrets -> open(secrets).status()).orElse(List.of());
  }

  TalosOptions options(NodeSelection nodes, boolean allowReboots) {
    return TalosOptions.defaults()
        .withPatience(run.terms().patience())
        .withReboots(allowReboots)
        .withNodes(nodes)
        .withStop(run::ends)
        .withTurn(run.lock()::require);
  }

  TalosLog heard(RunListener listener) {
    return run.journal().over((TalosLog) listener);
  }

  TalosCounters counters() {
    return Optional.ofNullable(talos)
        .map(TalosSession::counters)
        .orElse(new TalosCounters(0, 0, 0));
  }
}
