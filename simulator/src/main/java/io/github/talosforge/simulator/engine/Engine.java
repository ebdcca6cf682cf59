package io.github.talosforge.simulator.engine;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.OperationTable;
import io.github.talosforge.simulator.cluster.ClusterCalls;
import io.github.talosforge.simulator.cluster.ClusterResources;
import io.github.talosforge.simulator.cluster.DeviceCalls;
import io.github.talosforge.simulator.cluster.HaCalls;
import io.github.talosforge.simulator.cluster.HaGroupCalls;
import io.github.talosforge.simulator.cluster.HaManager;
import io.github.talosforge.simulator.cluster.HaRuleCalls;
import io.github.talosforge.simulator.cluster.NetworkCalls;
import io.github.talosforge.simulator.cluster.PoolCalls;
import io.github.talosforge.simulator.cluster.Pvestatd;
import io.github.talosforge.simulator.cluster.TaskCalls;
import io.github.talosforge.simulator.storage.Downloads;
import io.github.talosforge.simulator.storage.StorageCalls;
import io.github.talosforge.simulator.vm.CloneVm;
import io.github.talosforge.simulator.vm.CloudInit;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.ConfigureVm;
import io.github.talosforge.simulator.vm.ConvertToTemplate;
import io.github.talosforge.simulator.vm.CreateVm;
import io.github.talosforge.simulator.vm.DestroyVm;
import io.github.talosforge.simulator.vm.GuestAgent;
import io.github.talosforge.simulator.vm.GuestModel;
import io.github.talosforge.simulator.vm.MigrateVm;
import io.github.talosforge.simulator.vm.MoveDisk;
import io.github.talosforge.simulator.vm.ReadVm;
import io.github.talosforge.simulator.vm.ReassignDisk;
import io.github.talosforge.simulator.vm.ResizeDisk;
import io.github.talosforge.simulator.vm.Snapshots;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.ImageSource;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A world with everything that happens in it. */
public final class Engine {
  private final World world;
  private final Cluster cluster;
  private final OperationTable operations;
  private final Interventions interventions;
  private final List<IntConsumer> removalListeners = new ArrayList<>();

  /**
   * An engine whose guests are ordinary systems.
   *
   * @param world the world that it works on
   * @param images what downloads find
   */
  public Engine(World world, ImageSource images) {
    this(world, images, GuestModel.ordinary());
  }

  /**
   * An engine.
   *
   * @param world the world that it works on
   * @param images what downloads find
   * @param guests how guests behave
   */
  public Engine(World world, ImageSource images, GuestModel guests) {
    this.world = world;
    cluster = Cluster.of(world, guests);
    HaManager ha = new HaManager(cluster);
    Pvestatd pvestatd = new Pvestatd(cluster);
    List<Operation> all = new ArrayList<>();
    addVmOperations(all, ha);
    addStorageOperations(all, images);
    addClusterOperations(all, ha, pvestatd);
    operations = new OperationTable(all);
    interventions = new Interventions(cluster, ha, pvestatd);
  }

  private void addVmOperations(List<Operation> all, HaManager ha) {
    ConfigureVm configure = new ConfigureVm(cluster);
    all.addAll(new ReadVm(cluster).operations());
    all.addAll(new CreateVm(cluster, ha.power(), ha.commands()).operations());
    all.addAll(new CloneVm(cluster).operations());
    all.addAll(configure.operations());
    all.addAll(new Snapshots(cluster).operations());
    all.addAll(new ResizeDisk(cluster).operations());
    all.addAll(new MoveDisk(cluster, new ReassignDisk(cluster, configure)).operations());
    all.addAll(new ConvertToTemplate(cluster).operations());
    all.addAll(ha.power().operations());
    all.addAll(new DestroyVm(cluster, ha.commands(), this::removed).operations());
    all.addAll(new GuestAgent(cluster).operations());
    all.addAll(new CloudInit(cluster).operations());
    all.addAll(new MigrateVm(cluster, ha.commands()).operations());
  }

  private void addStorageOperations(List<Operation> all, ImageSource images) {
    all.addAll(
        new StorageCalls(world, cluster.workers(), cluster.storages(), cluster.volumes())
            .operations());
    all.addAll(new Downloads(world, cluster.workers(), cluster.storages(), images).operations());
  }

  private void addClusterOperations(List<Operation> all, HaManager ha, Pvestatd pvestatd) {
    all.addAll(new ClusterCalls(cluster, pvestatd).operations());
    all.addAll(new ClusterResources(world, pvestatd).operations());
    all.addAll(new TaskCalls(world, cluster.workers()).operations());
    all.addAll(new PoolCalls(world, pvestatd).operations());
    all.addAll(new HaCalls(world, ha).operations());
    all.addAll(new HaGroupCalls(world, ha).operations());
    all.addAll(new HaRuleCalls(world, ha).operations());
    all.addAll(new DeviceCalls(world).operations());
    all.addAll(new NetworkCalls(world).operations());
  }

  private void removed(int vmid) {
    removalListeners.forEach(listener -> listener.accept(vmid));
  }

  /**
   * Is told the id of each destroyed VM, so that its ACL entries can go.
   *
   * @param listener what is told
   */
  public void onVmRemoved(IntConsumer listener) {
    removalListeners.add(listener);
  }

  /**
   * The world.
   *
   * @return the world
   */
  public World world() {
    return world;
  }

  /**
   * All operations that are modelled, except those of users, roles, tokens and ACLs.
   *
   * @return the table
   */
  public OperationTable operations() {
    return operations;
  }

  /**
   * What can go wrong without a call.
   *
   * @return the interventions
   */
  public Interventions interventions() {
    return interventions;
  }

  /**
   * What every operation works with.
   *
   * @return the parts of the cluster
   */
  public Cluster cluster() {
    return cluster;
  }

  /** Lets everything happen that is due; a server may call this from time to time. */
  public void advance() {
    world.locked(
        () -> {
          cluster.scheduler().runDue();
          return true;
        });
  }

  /**
   * Carries a call out under the lock of the world, after everything that was due before it.
   *
   * @param operation the operation
   * @param call the call
   * @return the {@code data} of the answer, or a {@link io.github.talosforge.simulator.api.Page} or
   *     {@link io.github.talosforge.simulator.api.Reusable} with it
   * @throws ApiFailure when Proxmox would refuse
   */
  public @Nullable Object call(Operation operation, ApiCall call) {
    return world.locked(
        () -> {
          cluster.scheduler().runDue();
          demandReachable(call);
          checkModelled(operation, call);
          if (operation.writes()) {
            world.touch();
          }
          return operation.handler().handle(call);
        });
  }

  /**
   * Refuses a call for a host that is not there: it is handed on before anything is checked.
   *
   * @param call the call
   * @throws ApiFailure when the host is unknown or down
   */
  public void demandReachable(ApiCall call) {
    String name = call.path().get("node");
    if (name == null) {
      return;
    }
    Host host = world.locked(() -> world.hosts().get(name));
    if (host == null) {
      throw ApiFailure.died(
          "hostname lookup '"
              + name
              + "' failed - failed to get address info for: "
              + name
              + ": Name or service not known");
    }
    if (!host.online()) {
      throw ApiFailure.of(595, "No route to host");
    }
  }

  private static void checkModelled(Operation operation, ApiCall call) {
    for (String parameter : call.parameters().keySet()) {
      if (!operation.models(parameter)) {
        throw ApiFailure.notSimulated(
            "parameter '" + parameter + "' of " + operation.method() + " " + operation.template());
      }
    }
  }
}
