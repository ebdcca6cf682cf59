package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.HaCommands;
import io.github.talosforge.simulator.vm.HostPrincipal;
import io.github.talosforge.simulator.vm.PowerVm;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps VMs under high availability in the wanted state. It looks again some seconds after anything
 * changed; a host that is down is fenced after two minutes and its VMs are taken over.
 */
public final class HaManager {
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration FENCE = Duration.ofMinutes(2);

  private final Cluster cluster;
  private final HaCommands commands;
  private final HaPlacement placement;
  private final PowerVm power;
  private final Set<String> fenced = new HashSet<>();
  private final Map<String, Integer> failures = new HashMap<>();
  private boolean planned;

  public HaManager(Cluster cluster) {
    this.cluster = cluster;
    this.commands = new HaCommands(cluster.world(), this::changed);
    this.placement = new HaPlacement(cluster.world());
    this.power = new PowerVm(cluster, commands);
  }

  /** What other operations ask of it. */
  public HaCommands commands() {
    return commands;
  }

  /** The power operations that know about it. */
  public PowerVm power() {
    return power;
  }

  /** Looks at all resources soon. */
  public void changed() {
    if (planned) {
      return;
    }
    planned = true;
    later(
        LOOK,
        () -> {
          planned = false;
          look();
        });
  }

  private void later(Duration delay, Runnable action) {
    cluster.scheduler().after(delay, action);
    if (cluster.world().timeScale() == 0) {
      cluster.scheduler().runDue();
    }
  }

  /** A host went down or came back. */
  public void hostChanged(String host, boolean online) {
    fenced.remove(host);
    if (online) {
      changed();
    } else {
      later(
          FENCE,
          () -> {
            Host now = cluster.world().hosts().get(host);
            if (now != null && !now.online() && cluster.world().quorate()) {
              fenced.add(host);
              look();
            }
          });
    }
  }

  private void look() {
    cluster.world().ha().looked();
    for (HaResource resource : List.copyOf(cluster.world().ha().resources().values())) {
      Vm vm = vm(cluster.world(), resource.sid());
      if (vm != null && cluster.world().quorate() && !resource.error()) {
        look(resource, vm);
      }
    }
  }

  static @Nullable Vm vm(World world, String sid) {
    return sid.matches("vm:[0-9]{1,9}")
        ? world.vms().get(Integer.parseInt(sid.substring("vm:".length())))
        : null;
  }

  private void look(HaResource resource, Vm vm) {
    if (fenced.contains(vm.host()) && !resource.state().equals("ignored")) {
      takeOver(resource, vm);
    }
    Host host = cluster.world().hosts().get(vm.host());
    if (host == null || !host.online()) {
      return;
    }
    boolean wanted = resource.state().equals("started") || resource.state().equals("enabled");
    boolean unwanted = resource.state().equals("stopped") || resource.state().equals("disabled");
    if (wanted && !vm.isRunning()) {
      start(resource, vm);
    } else if (unwanted && vm.isRunning()) {
      stop(resource, vm);
    }
  }

  /** Only the file moves; a disk that the new host does not see stays behind. */
  private void takeOver(HaResource resource, Vm vm) {
    List<String> hosts = placement.candidates(resource);
    if (hosts.isEmpty()) {
      return;
    }
    String lock = vm.lock();
    if (lock != null && !lock.equals("create")) {
      vm.config().remove("lock");
    }
    vm.moveTo(hosts.get(0));
    cluster.world().touch();
  }

  private void start(HaResource resource, Vm vm) {
    String upid = power.start(HostPrincipal.ROOT, vm.host(), vm.id());
    afterwards(() -> judge(resource.sid(), upid));
  }

  private void stop(HaResource resource, Vm vm) {
    String upid = power.stop(HostPrincipal.ROOT, vm.host(), vm.id());
    afterwards(() -> judgeStop(resource.sid(), upid));
  }

  private void afterwards(Runnable judgement) {
    if (cluster.world().timeScale() == 0) {
      judgement.run();
    } else {
      cluster.scheduler().after(LOOK, judgement);
    }
  }

  /** A stop that failed is not tried again. */
  private void judgeStop(String sid, String upid) {
    Task task = cluster.world().tasks().get(upid);
    HaResource resource = cluster.world().ha().resources().get(sid);
    Vm vm = vm(cluster.world(), sid);
    if (task == null || resource == null || vm == null || !vm.isRunning()) {
      return;
    }
    if (task.isRunning() || !resource.state().equals("stopped")) {
      changed();
    } else {
      cluster.world().ha().resources().put(sid, resource.failed());
    }
  }

  /** Tries again as often as allowed, then on other hosts, then gives up. */
  private void judge(String sid, String upid) {
    Task task = cluster.world().tasks().get(upid);
    HaResource resource = cluster.world().ha().resources().get(sid);
    Vm vm = vm(cluster.world(), sid);
    if (task == null || resource == null || vm == null || vm.isRunning()) {
      failures.remove(sid);
      return;
    }
    if (task.isRunning() || !resource.state().equals("started")) {
      changed();
      return;
    }
    int count = failures.merge(sid, 1, Integer::sum);
    int perHost = 1 + resource.maxRestart();
    if (count % perHost != 0) {
      changed();
    } else if (count / perHost <= resource.maxRelocate() && relocate(resource, vm)) {
      changed();
    } else {
      failures.remove(sid);
      cluster.world().ha().resources().put(sid, resource.failed());
    }
  }

  private boolean relocate(HaResource resource, Vm vm) {
    List<String> others = new ArrayList<>(placement.candidates(resource));
    others.remove(vm.host());
    if (others.isEmpty()) {
      return false;
    }
    vm.moveTo(others.get(0));
    return true;
  }

  /** Changes what is wanted, as {@code ha-manager set} does. */
  void request(String sid, HaResource wanted) {
    HaResource old = cluster.world().ha().resources().get(sid);
    boolean disabling = wanted.state().equals("disabled") || wanted.state().equals("ignored");
    if (old != null && old.error() && !disabling) {
      throw ApiFailure.died(
          "service '" + sid + "' in error state, must be disabled and fixed first");
    }
    cluster.world().ha().resources().put(sid, wanted);
    changed();
  }
}
