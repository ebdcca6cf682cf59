package io.github.talosforge.simulator.engine;

import io.github.talosforge.simulator.cluster.HaManager;
import io.github.talosforge.simulator.cluster.Pvestatd;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.HostPrincipal;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.List;

/** What goes wrong in a cluster without anyone calling its API. */
public final class Interventions {
  private final World world;
  private final Cluster cluster;
  private final HaManager ha;
  private final Pvestatd pvestatd;

  Interventions(Cluster cluster, HaManager ha, Pvestatd pvestatd) {
    this.world = cluster.world();
    this.cluster = cluster;
    this.ha = ha;
    this.pvestatd = pvestatd;
  }

  /**
   * Takes a host down or brings it back. Down, its VMs and tasks are gone at once; back, the VMs
   * with {@code onboot} start.
   *
   * @param name the host
   * @param online whether it is up
   */
  public void host(String name, boolean online) {
    run(
        () -> {
          world.hosts().computeIfPresent(name, (key, host) -> host.withOnline(online));
          if (!online) {
            cluster.workers().killAll(name);
            vmsOn(name).forEach(vm -> vm.process(null));
          } else {
            vmsOn(name).stream()
                .filter(vm -> "1".equals(vm.config().get("onboot")) && !vm.isTemplate())
                .filter(vm -> !world.ha().resources().containsKey("vm:" + vm.id()))
                .forEach(vm -> ha.power().start(HostPrincipal.ROOT, name, vm.id()));
          }
          ha.hostChanged(name, online);
        });
  }

  private List<Vm> vmsOn(String host) {
    return world.vms().values().stream().filter(vm -> vm.host().equals(host)).toList();
  }

  /**
   * Takes the quorum away or gives it back.
   *
   * @param quorate whether there is quorum
   */
  public void quorum(boolean quorate) {
    run(() -> world.quorate(quorate));
  }

  /**
   * Lets something outside of the simulation occupy a storage.
   *
   * @param storage the storage
   * @param bytes how much, in all
   */
  public void occupy(String storage, long bytes) {
    run(() -> world.storages().computeIfPresent(storage, (id, s) -> s.withOccupied(bytes)));
  }

  /**
   * Fills a storage to the brim.
   *
   * @param storage the storage
   */
  public void fill(String storage) {
    run(
        () ->
            world
                .storages()
                .computeIfPresent(storage, (id, known) -> known.withOccupied(known.capacity())));
  }

  /**
   * Puts a lock on a VM, as a backup does.
   *
   * @param vmid the VM
   * @param lock for example {@code backup}
   */
  public void hold(int vmid, String lock) {
    run(
        () -> {
          Vm vm = world.vms().get(vmid);
          if (vm != null) {
            vm.config().put("lock", lock);
            vm.touch();
          }
        });
  }

  /**
   * Takes the lock off a VM, as {@code qm unlock} does.
   *
   * @param vmid the VM
   */
  public void unlock(int vmid) {
    run(
        () -> {
          Vm vm = world.vms().get(vmid);
          if (vm != null) {
            vm.config().remove("lock");
            vm.touch();
          }
        });
  }

  /**
   * Gives the node in a VM a trouble, or lifts it.
   *
   * @param vmid the VM
   * @param trouble its name in rules, for example {@code boots-slowly}
   * @param present whether it is there
   */
  public void node(int vmid, String trouble, boolean present) {
    run(() -> world.troubles().set(vmid, trouble, present));
  }

  /**
   * Kills the worker of a task: nothing is cleaned up.
   *
   * @param upid the task
   */
  public void kill(String upid) {
    run(() -> cluster.workers().kill(upid));
  }

  /**
   * Kills the newest running task of a type that works on something.
   *
   * @param type for example {@code qmclone}
   * @param id what it works on; for a clone that is the source
   * @return whether there was one
   */
  public boolean kill(String type, String id) {
    return world.locked(
        () -> {
          List<Task> tasks = cluster.workers().running(type, id);
          if (tasks.isEmpty()) {
            return false;
          }
          cluster.workers().kill(tasks.get(tasks.size() - 1).upid());
          world.touch();
          return true;
        });
  }

  /**
   * Moves a VM to another host behind everyone's back, its local volumes included.
   *
   * @param vmid the VM
   * @param host the host
   */
  public void move(int vmid, String host) {
    run(
        () -> {
          Vm vm = world.vms().get(vmid);
          if (vm != null) {
            world.volumes().all().stream()
                .filter(v -> v.owner() == vmid && vm.host().equals(v.host()))
                .toList()
                .forEach(v -> world.volumes().replace(v, v.onHost(host)));
            vm.moveTo(host);
          }
        });
  }

  /**
   * Lets all hosts tell each other how their VMs are, so that lists show it. What hosts told that
   * are down is forgotten.
   */
  public void tellNews() {
    world.locked(
        () -> {
          cluster.scheduler().runDue();
          pvestatd.round();
          return true;
        });
  }

  /**
   * Lets lists stay as old as they are until {@link #tellNews}, or no longer.
   *
   * @param whether whether they do
   */
  public void holdNews(boolean whether) {
    world.locked(
        () -> {
          pvestatd.hold(whether);
          return true;
        });
  }

  /**
   * Lets chance decide how old a list is, as it does in a world without duration; in any other, the
   * clock does otherwise.
   *
   * @param start any number
   */
  public void seedNews(long start) {
    world.locked(
        () -> {
          pvestatd.seed(start);
          return true;
        });
  }

  private void run(Runnable change) {
    world.locked(
        () -> {
          cluster.scheduler().runDue();
          change.run();
          world.touch();
          return true;
        });
  }
}
