package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Fault.Side;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.talos.TalosException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every mishap at every call that changes something, and then another run: the end is that of a run
 * without mishaps, with nothing twice, nothing left over and one etcd.
 */
final class CrashMatrix {
  private static final TalosOptions TALOS =
      TalosOptions.defaults().withPatience(Duration.ofSeconds(20)).withReboots(true);

  /** With a mishap that lasts, waiting is only waiting. */
  private static final TalosOptions HASTY = TALOS.withPatience(Duration.ofMillis(400));

  private static final int MOST_RUNS = 4;

  /** What a run that nothing happens to does and leaves behind. */
  record Whole(List<CrashPoint> points, Map<String, Map<String, String>> nodes) {}

  private final Map<Scenario, Whole> whole = new ConcurrentHashMap<>();

  /** All cases of a scenario. */
  List<CrashCase> cases(Scenario scenario) {
    List<CrashCase> cases = new ArrayList<>();
    for (CrashPoint point : whole(scenario).points()) {
      for (Mishap mishap : Mishap.values()) {
        for (Side side : Side.values()) {
          cases.add(new CrashCase(scenario, point, mishap, side));
        }
      }
    }
    return cases;
  }

  Whole whole(Scenario scenario) {
    return whole.computeIfAbsent(scenario, CrashMatrix::withoutMishap);
  }

  private static Whole withoutMishap(Scenario scenario) {
    try (World world = new World(scenario)) {
      long mark = world.simulator.journal().count();
      world.attempt(TALOS).ifPresent(problem -> fail(scenario + ": " + problem));
      List<RecordedCall> writes =
          world.simulator.journal().since(mark).stream().filter(RecordedCall::isWrite).toList();
      return new Whole(CrashPoint.of(writes), world.nodes());
    }
  }

  private static void fail(String words) {
    throw new IllegalStateException(words);
  }

  /** Lets a mishap happen and runs again. */
  Verdict run(CrashCase crash) {
    try (World world = new World(crash.scenario())) {
      world
          .simulator
          .faults()
          .add(crash.point().rule(crash.mishap().at(crash.point(), crash.side())));
      Optional<String> first = world.attempt(HASTY);
      world.heal();
      Optional<String> root = world.actAsRoot(first.orElse(""));
      Optional<String> problem = first;
      for (int again = 0; again < MOST_RUNS; again++) {
        problem = world.attempt(TALOS);
        root = root.or(() -> world.actAsRoot(world.lastProblem));
        if (problem.isEmpty()) {
          break;
        }
      }
      String end =
          problem
              .map(words -> "does not end: " + words)
              .orElseGet(() -> world.differs(whole(crash.scenario())));
      return end.isEmpty()
          ? new Verdict(crash, root.isPresent() ? Ending.NAMED : Ending.SURVIVED, root.orElse(""))
          : new Verdict(crash, Ending.LOST, end);
    } catch (RuntimeException e) {
      return new Verdict(crash, Ending.LOST, "threw " + e);
    }
  }

  /** A simulated cluster at the start of a scenario. */
  private static final class World implements AutoCloseable {
    final SimulatedCluster cluster;
    final Simulator simulator;
    private final TalosWorld machines;
    private final Scenario scenario;
    private String lastProblem = "";

    World(Scenario scenario) {
      this.scenario = scenario;
      simulator = Simulator.builder().hosts(3).timeScale(0.1).time(new FlyingTime()).start();
      cluster = new SimulatedCluster(simulator);
      machines = new TalosWorld(cluster);
      SimulatedCluster unused = scenario.first(cluster);
      if (scenario != Scenario.FROM_NOTHING) {
        problemOf(Scenario.FROM_NOTHING, TALOS).ifPresent(CrashMatrix::fail);
      }
      unused = scenario.then(cluster);
    }

    /** Runs everything once; returns what went wrong. */
    Optional<String> attempt(TalosOptions options) {
      Optional<String> problem = problemOf(scenario, options);
      lastProblem = problem.orElse("");
      return problem;
    }

    private Optional<String> problemOf(Scenario wish, TalosOptions options) {
      try (ClusterSession session = cluster.session()) {
        Plan plan = wish.plan(session);
        if (plan.isBlocked()) {
          return Optional.of(plan.findings().render() + plan.tasks());
        }
        ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
        if (!result.complete()) {
          return Optional.of(result.outcomes().toString());
        }
        if (wish.endsHealthy()) {
          try (TalosSession talos =
              HurriedSessions.talos(session, TalosWorld.SECRETS, machines.dialer())) {
            talos.bootstrap(options, TalosLog.SILENT);
          }
        }
        return Optional.empty();
      } catch (ProxmoxException | TalosException | TalosFlowException | ImageFactoryException e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    }

    /** Whatever was wrong with the world is over. */
    void heal() {
      simulator.faults().clear();
      Stream.of("pve1", "pve2", "pve3").forEach(host -> simulator.interventions().host(host, true));
      simulator.interventions().quorum(true);
      simulator.interventions().occupy("local-zfs", 0);
      simulator.access().allow("*", "/vms", "VM.Config.Disk");
      for (VmState vm : simulator.inspect().vms().values()) {
        if ("backup".equals(vm.lock())) {
          simulator.interventions().unlock(vm.id());
        }
      }
      for (int vm = 2000; vm < 2010; vm++) {
        lift(vm);
        lift(vm + 1000);
      }
    }

    private void lift(int vm) {
      for (String trouble : Fault.NODE_TROUBLES) {
        simulator.interventions().node(vm, trouble, false);
      }
    }

    /** Runs the command that the run printed for root; empty if there was none. */
    Optional<String> actAsRoot(String words) {
      Matcher command = Pattern.compile("qm unlock (\\d+)( && qm destroy)?").matcher(words);
      if (!command.find()) {
        return Optional.empty();
      }
      int vm = Integer.parseInt(command.group(1));
      simulator.interventions().unlock(vm);
      if (command.group(2) != null) {
        destroy(vm);
      }
      return Optional.of(command.group());
    }

    private void destroy(int vm) {
      String host = simulator.inspect().vms().get(vm).host();
      try (ProxmoxClient root = cluster.root()) {
        TaskResult unused =
            root.vm(host, vm).delete(VmDeletion.complete()).await(Duration.ofMinutes(1));
      }
    }

    /** The nodes; high availability may have moved what lies on shared storage. */
    Map<String, Map<String, String>> nodes() {
      Map<String, Map<String, String>> nodes = cluster.nodes();
      nodes.values().stream()
          .filter(values -> values.getOrDefault("scsi0", "").startsWith("ceph:"))
          .forEach(values -> values.remove("(host)"));
      return nodes;
    }

    /** How the cluster is not as it should be; empty if it is. */
    String differs(Whole whole) {
      List<String> wrong = new ArrayList<>();
      Map<String, Map<String, String>> nodes = nodes();
      nodes.forEach(
          (node, values) -> {
            if (!values.equals(whole.nodes().get(node))) {
              wrong.add(node + ": " + values + " instead of " + whole.nodes().get(node));
            }
          });
      if (!nodes.keySet().equals(whole.nodes().keySet())) {
        wrong.add("nodes: " + nodes.keySet() + " instead of " + whole.nodes().keySet());
      }
      if (!simulator.inspect().orphans().isEmpty()) {
        wrong.add("orphans: " + simulator.inspect().orphans());
      }
      if (scenario.endsHealthy()) {
        alive(wrong);
      }
      return String.join("; ", wrong);
    }

    private void alive(List<String> wrong) {
      if (simulator.talos().clusters().size() != 1) {
        wrong.add("etcd clusters: " + simulator.talos().clusters().size());
      }
      if (!machines.plan().changes().isEmpty()) {
        wrong.add("still planned: " + machines.plan().changes());
      }
    }

    @Override
    public void close() {
      cluster.close();
    }
  }
}
