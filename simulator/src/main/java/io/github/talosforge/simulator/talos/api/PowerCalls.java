package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeDisks;
import io.github.talosforge.simulator.talos.Sequences;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.TalosImage;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.talos.protocol.machine.Reboot;
import io.github.talosforge.simulator.talos.protocol.machine.RebootResponse;
import io.github.talosforge.simulator.talos.protocol.machine.Reset;
import io.github.talosforge.simulator.talos.protocol.machine.ResetPartitionSpec;
import io.github.talosforge.simulator.talos.protocol.machine.ResetRequest;
import io.github.talosforge.simulator.talos.protocol.machine.ResetResponse;
import io.github.talosforge.simulator.talos.protocol.machine.Rollback;
import io.github.talosforge.simulator.talos.protocol.machine.RollbackResponse;
import io.github.talosforge.simulator.talos.protocol.machine.Shutdown;
import io.github.talosforge.simulator.talos.protocol.machine.ShutdownResponse;
import io.github.talosforge.simulator.talos.protocol.machine.Upgrade;
import io.github.talosforge.simulator.talos.protocol.machine.UpgradeRequest;
import io.github.talosforge.simulator.talos.protocol.machine.UpgradeResponse;
import io.github.talosforge.simulator.vm.GuestHardware;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.grpc.Status;
import java.util.List;

/** Reboot, shutdown, reset, upgrade, rollback. */
final class PowerCalls {
  private final Talos talos;

  PowerCalls(Talos talos) {
    this.talos = talos;
  }

  private String actor() {
    return talos.world().dice().uuid();
  }

  RebootResponse reboot(Machine machine) {
    String actor = actor();
    talos.sequences().reboot(machine, actor);
    return RebootResponse.newBuilder().addMessages(Reboot.newBuilder().setActorId(actor)).build();
  }

  ShutdownResponse shutdown(Machine machine, boolean force) {
    String actor = actor();
    talos.sequences().shutdown(machine, actor, force);
    return ShutdownResponse.newBuilder()
        .addMessages(Shutdown.newBuilder().setActorId(actor))
        .build();
  }

  ResetResponse reset(Machine machine, ResetRequest request) {
    List<String> disks = request.getUserDisksToWipeList();
    List<String> labels =
        request.getSystemPartitionsToWipeList().stream().map(ResetPartitionSpec::getLabel).toList();
    checkDisks(machine, request.getMode(), disks);
    checkPartitions(machine, request.getMode(), labels);
    String actor = actor();
    talos
        .sequences()
        .reset(
            machine,
            new Sequences.Reset(
                request.getGraceful(),
                request.getReboot(),
                request.getSystemPartitionsToWipeList().stream()
                    .filter(ResetPartitionSpec::getWipe)
                    .map(ResetPartitionSpec::getLabel)
                    .toList(),
                disks,
                request.getMode() == ResetRequest.WipeMode.USER_DISKS || !labels.isEmpty()),
            actor);
    return ResetResponse.newBuilder().addMessages(Reset.newBuilder().setActorId(actor)).build();
  }

  private void checkDisks(Machine machine, ResetRequest.WipeMode mode, List<String> wanted) {
    if (!wanted.isEmpty() && mode == ResetRequest.WipeMode.SYSTEM_DISK) {
      throw failed(
          Status.UNKNOWN,
          "reset failed: invalid input, wipe mode SYSTEM_DISK doesn't support UserDisksToWipe"
              + " parameter");
    }
    List<String> known =
        talos.disks().all(machine).stream().map(GuestHardware.Disk::device).toList();
    String system = talos.disks().system(machine).map(GuestHardware.Disk::device).orElse("");
    for (String device : wanted) {
      String problem = "reset user disk failed: device " + device;
      if (!known.contains(device)) {
        throw failed(Status.UNKNOWN, problem + " wasn't found");
      }
      if (device.equals(system)) {
        throw failed(Status.UNKNOWN, problem + " is the system disk");
      }
    }
  }

  private void checkPartitions(Machine machine, ResetRequest.WipeMode mode, List<String> labels) {
    if (!labels.isEmpty() && mode == ResetRequest.WipeMode.USER_DISKS) {
      throw failed(
          Status.UNKNOWN,
          "reset failed: invalid input, wipe mode USER_DISKS doesn't support"
              + " SystemPartitionsToWipe parameter");
    }
    for (String label : labels) {
      if (!List.of(NodeDisks.STATE, NodeDisks.EPHEMERAL, "META", "EFI", "BOOT").contains(label)) {
        throw failed(
            Status.NOT_FOUND,
            "failed to get volume status with label \"" + label + "\": resource doesn't exist");
      }
      boolean data = label.equals(NodeDisks.STATE) || label.equals(NodeDisks.EPHEMERAL);
      if (data && talos.disks().holding(machine, label).isEmpty()) {
        throw failed(Status.UNKNOWN, "failed to reset: volume \"" + label + "\" is not located");
      }
    }
  }

  UpgradeResponse upgrade(Machine machine, UpgradeRequest request) {
    TalosImage system = installer(machine, request.getImage());
    if (machine.isControlPlane() && !request.getForce() && !request.getPreserve()) {
      checkEtcd(machine);
    }
    String actor = actor();
    if (request.getStage()) {
      talos.sequences().install(machine, system);
      talos.sequences().reboot(machine, actor);
    } else {
      talos.sequences().upgrade(machine, system, actor);
    }
    return UpgradeResponse.newBuilder()
        .addMessages(Upgrade.newBuilder().setAck("Upgrade request received").setActorId(actor))
        .build();
  }

  private TalosImage installer(Machine machine, String image) {
    if (talos.world().troubles().has(machine.vmid(), Trouble.DISK_FULL)) {
      throw failed(
          Status.UNKNOWN,
          "error validating installer image \"" + image + "\": no space left on device");
    }
    return TalosImage.installed(image, machine.image().arch())
        .orElseThrow(
            () ->
                failed(
                    Status.UNKNOWN,
                    "error validating installer image \""
                        + image
                        + "\": failed to pull image: not found"));
  }

  /** One control plane node at a time, and never with two members. */
  private void checkEtcd(Machine machine) {
    EtcdCluster etcd =
        talos
            .etcdOf(machine)
            .filter(found -> talos.hasQuorum(machine))
            .orElseThrow(
                () ->
                    failed(
                        Status.UNKNOWN, "failed to create etcd client: context deadline exceeded"));
    String head = "error validating etcd for upgrade: ";
    if (etcd.members().size() == 2) {
      throw failed(
          Status.UNKNOWN,
          head + "etcd member count(2) is insufficient to maintain quorum if upgrade commences");
    }
    for (EtcdCluster.Member member : etcd.members()) {
      if (!talos.runsMember(etcd, machine, member.id())) {
        throw failed(
            Status.UNKNOWN,
            head + "etcd member " + Long.toHexString(member.id()) + " is not healthy");
      }
    }
  }

  RollbackResponse rollback(Machine machine) {
    if (!talos.sequences().rollBack(machine)) {
      throw failed(Status.UNKNOWN, "cannot rollback to \"B\", label does not exist");
    }
    return RollbackResponse.newBuilder().addMessages(Rollback.getDefaultInstance()).build();
  }
}
