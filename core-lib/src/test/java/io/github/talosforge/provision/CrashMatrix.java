package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.provision.CrashCase.Ending;
import io.github.talosforge.provision.CrashCase.Verdict;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Fault.Side;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every mishap at every call that changes something, and then another run: the end is that of a run
 * without mishaps, with nothing twice, nothing left over and one etcd. How old the list of
 * everything is whenever it is read, is each case's own chance.
 */
final class CrashMatrix {
  private static final int MOST_RUNS = 4;
  private static final int RUNS_WHILE_DOWN = 2;

  /**
   * What a run that nothing happens to does and leaves behind.
   *
   * @param points its calls that change something
   * @param places the host and the storage of each VM that is there before or after
   * @param end what is there in the end
   */
  record Whole(List<CrashPoint> points, Map<Integer, Mishap.Place> places, EndState end) {}

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
    try (World world = new World(scenario, scenario.name().hashCode())) {
      Map<Integer, Mishap.Place> places = new HashMap<>(world.places());
      long mark = world.simulator.journal().count();
      world.attempt(false).ifPresent(problem -> fail(scenario + ": " + problem));
      List<RecordedCall> writes =
          world.simulator.journal().since(mark).stream()
              .filter(RecordedCall::isWrite)
              .filter(call -> !isRenewal(call))
              .toList();
      places.putAll(world.places());
      if (!world.wrong().isEmpty()) {
        fail(scenario + ": " + world.wrong());
      }
      return new Whole(CrashPoint.of(writes), places, EndState.of(world.cluster));
    }
  }

  /** How often a Lease is renewed depends on how long the run takes. */
  private static boolean isRenewal(RecordedCall call) {
    return call.method().equals("PUT") && call.template().endsWith("/leases/{name}");
  }

  private static void fail(String words) {
    throw new IllegalStateException(words);
  }

  /** Lets a mishap happen and runs again. */
  Verdict run(CrashCase crash) {
    Verdict verdict = run(crash, true);
    // On a slow machine, a run in haste may have given up before it came to the call.
    return verdict.ending() == Ending.UNMET ? run(crash, false) : verdict;
  }

  private Verdict run(CrashCase crash, boolean hasty) {
    Whole wanted = whole(crash.scenario());
    try (World world = new World(crash.scenario(), crash.seed())) {
      world
          .simulator
          .faults()
          .add(crash.point().rule(crash.mishap().at(crash.point(), crash.side(), wanted.places())));
      long mark = world.simulator.journal().count();
      Optional<String> first = world.attempt(hasty);
      boolean met =
          crash
              .mishap()
              .hasMet(
                  world.simulator.journal().since(mark), world.simulator.inspect().vms().values());
      Recovery recovery = recovered(world, crash, first);
      Optional<String> root = recovery.root().or(world::rescan);
      String end =
          recovery
              .problem()
              .map(words -> "does not end: " + words)
              .orElseGet(() -> world.differs(wanted.end()));
      return end.isEmpty()
          ? new Verdict(crash, Ending.of(met, root.isPresent()), recovery.runs(), root.orElse(""))
          : new Verdict(crash, Ending.LOST, recovery.runs(), end);
    } catch (RuntimeException e) {
      return new Verdict(crash, Ending.LOST, 0, "threw " + e);
    }
  }

  /**
   * How the runs after a mishap went.
   *
   * @param problem what the last one could not do
   * @param root what was done as root in between, because a run asked for it
   * @param runs how many there were
   */
  private record Recovery(Optional<String> problem, Optional<String> root, int runs) {}

  private static Recovery recovered(World world, CrashCase crash, Optional<String> first) {
    world.heal(crash.point());
    Optional<String> root = world.actAsRoot(first.orElse(""));
    Optional<String> problem = first;
    int runs = 0;
    while (runs < MOST_RUNS) {
      runs++;
      problem = world.attempt(false);
      Optional<String> now = world.actAsRoot(world.lastProblem);
      root = root.or(() -> now);
      if (problem.isEmpty()) {
        break;
      }
    }
    return new Recovery(problem, root, runs);
  }

  /**
   * Lets a host go down with a call and stay down while the run is repeated, whatever it says then.
   * Nodes that had no VM may be made on other hosts meanwhile; none may be made twice, and no data
   * may go.
   */
  Verdict runWhileDown(CrashCase crash) {
    Whole wanted = whole(crash.scenario());
    try (World world = new World(crash.scenario(), crash.seed())) {
      world
          .simulator
          .faults()
          .add(crash.point().rule(crash.mishap().at(crash.point(), crash.side(), wanted.places())));
      Optional<String> last = world.attempt(true);
      world.simulator.faults().clear();
      for (int run = 0; run < RUNS_WHILE_DOWN; run++) {
        last = world.attempt(true);
      }
      Recovery recovery = recovered(world, crash, last);
      Optional<String> root = recovery.root().or(world::rescan);
      String end =
          recovery
              .problem()
              .map(words -> "does not end: " + words)
              .orElseGet(() -> world.lacks(wanted.end()));
      return end.isEmpty()
          ? new Verdict(crash, Ending.of(true, root.isPresent()), recovery.runs(), "")
          : new Verdict(crash, Ending.LOST, recovery.runs(), end);
    } catch (RuntimeException e) {
      return new Verdict(crash, Ending.LOST, 0, "threw " + e);
    }
  }

  /** A simulated cluster at the start of a scenario. */
  private static final class World implements AutoCloseable {
    final SimulatedCluster cluster;
    final Simulator simulator;
    private final MatrixRun run;
    private final Scenario scenario;
    private String lastProblem = "";

    World(Scenario scenario, long seed) {
      this.scenario = scenario;
      cluster = scenario.files(scenario.lab().start());
      simulator = cluster.simulator;
      simulator.interventions().seedNews(seed);
      run = new MatrixRun(cluster);
    }

    /** Runs everything once; returns what went wrong. */
    Optional<String> attempt(boolean hasty) {
      Optional<String> problem = run.problem(scenario, hasty);
      lastProblem = problem.orElse("");
      return problem;
    }

    Map<Integer, Mishap.Place> places() {
      Map<Integer, Mishap.Place> places = new HashMap<>();
      simulator
          .inspect()
          .vms()
          .forEach(
              (id, vm) -> {
                // A data VM keeps its disks as unused ones.
                String drive =
                    Stream.of("scsi0", "unused0")
                        .flatMap(key -> Stream.ofNullable(vm.config().get(key)))
                        .findFirst()
                        .orElse("local-zfs:");
                places.put(id, new Mishap.Place(vm.host(), drive.split(":", 2)[0]));
              });
      return places;
    }

    /** Whatever was wrong with the world is over. */
    void heal(CrashPoint point) {
      simulator.faults().clear();
      // A host that was never away does not come back: that would start VMs.
      simulator.world().locked(() -> List.copyOf(simulator.world().hosts().values())).stream()
          .filter(host -> !host.online())
          .forEach(host -> simulator.interventions().host(host.name(), true));
      simulator.interventions().quorum(true);
      Stream.of("local-zfs", "ceph", "local")
          .forEach(storage -> simulator.interventions().occupy(storage, 0));
      simulator.access().allow("*", point.right().path(), point.right().privilege());
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
      Matcher command =
          Pattern.compile("qm (?:unlock|stop) (\\d+)( && qm destroy)?").matcher(words);
      if (!command.find()) {
        return Optional.empty();
      }
      int vm = Integer.parseInt(command.group(1));
      if (command.group().startsWith("qm stop")) {
        stop(vm);
        return Optional.of(command.group());
      }
      simulator.interventions().unlock(vm);
      if (command.group(2) != null) {
        destroy(vm);
      }
      return Optional.of(command.group());
    }

    /** Has disks found that their own VMs do not name, as the leftovers say; empty: none. */
    Optional<String> rescan() {
      if (simulator.inspect().orphans().isEmpty()) {
        return Optional.empty();
      }
      try (ClusterSession session = cluster.session()) {
        String words = session.planLeftovers().findings().render();
        for (Volume disk : simulator.inspect().orphans()) {
          String command = "qm disk rescan --vmid " + disk.owner();
          if (!words.contains(disk.volid()) || !words.contains(command)) {
            return Optional.empty();
          }
          cluster.edit(disk.owner(), vm -> vm.config().put("unused9", disk.volid()));
        }
        ApplyResult unused =
            session.apply(session.planLeftovers(), ApplyOptions.defaults(), ApplyLog.SILENT);
      }
      return Optional.of("qm disk rescan");
    }

    private void stop(int vm) {
      String host = simulator.inspect().vms().get(vm).host();
      try (ProxmoxClient root = cluster.root()) {
        TaskResult unused = root.vm(host, vm).stop(() -> {}).await(Duration.ofMinutes(1));
      }
    }

    private void destroy(int vm) {
      String host = simulator.inspect().vms().get(vm).host();
      try (ProxmoxClient root = cluster.root()) {
        TaskResult unused =
            root.vm(host, vm).delete(VmDeletion.complete(), () -> {}).await(Duration.ofMinutes(1));
      }
    }

    /** How the cluster is not as it should be; empty if it is. */
    String differs(EndState wanted) {
      List<String> wrong = new ArrayList<>(EndState.of(cluster).differencesFrom(wanted));
      wrong.addAll(wrong());
      return String.join("; ", wrong);
    }

    /** What is not there, or twice, wherever it is; empty if all is as wanted. */
    String lacks(EndState wanted) {
      List<String> wrong = new ArrayList<>(wrong());
      EndState now = EndState.of(cluster);
      if (!now.names().equals(wanted.names())) {
        wrong.add("VMs: " + now.names() + " instead of " + wanted.names());
      }
      List<String> lost = new ArrayList<>(wanted.precious());
      now.precious().forEach(lost::remove);
      if (!lost.isEmpty()) {
        wrong.add("lost: " + lost);
      }
      return String.join("; ", wrong);
    }

    /** What no scenario may leave behind. */
    List<String> wrong() {
      List<String> wrong = new ArrayList<>();
      if (!simulator.inspect().orphans().isEmpty()) {
        wrong.add("orphans: " + simulator.inspect().orphans());
      }
      int etcds = simulator.talos().clusters().size();
      if (scenario.endsHealthy() ? etcds != 1 : etcds > 1) {
        wrong.add("etcd clusters: " + etcds);
      }
      Plan again = run.again(scenario);
      if (!again.changes().isEmpty()) {
        wrong.add("still planned: " + again.changes());
      }
      return wrong;
    }

    @Override
    public void close() {
      cluster.close();
    }
  }
}
