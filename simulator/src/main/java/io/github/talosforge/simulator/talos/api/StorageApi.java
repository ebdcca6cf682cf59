package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import com.google.protobuf.Empty;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.protocol.storage.BlockDeviceWipe;
import io.github.talosforge.simulator.talos.protocol.storage.BlockDeviceWipeDescriptor;
import io.github.talosforge.simulator.talos.protocol.storage.BlockDeviceWipeRequest;
import io.github.talosforge.simulator.talos.protocol.storage.BlockDeviceWipeResponse;
import io.github.talosforge.simulator.talos.protocol.storage.Disk;
import io.github.talosforge.simulator.talos.protocol.storage.Disks;
import io.github.talosforge.simulator.talos.protocol.storage.DisksResponse;
import io.github.talosforge.simulator.talos.protocol.storage.StorageServiceGrpc;
import io.github.talosforge.simulator.vm.GuestHardware;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** Talos' StorageService. */
final class StorageApi extends StorageServiceGrpc.StorageServiceImplBase {
  private final TalosCalls calls;

  StorageApi(TalosCalls calls) {
    this.calls = calls;
  }

  @Override
  public void disks(Empty request, StreamObserver<DisksResponse> out) {
    calls.answer(out, scope -> disks(scope.machine()));
  }

  private DisksResponse disks(Machine machine) {
    Disks.Builder disks = Disks.newBuilder();
    Optional<GuestHardware.Disk> system = calls.talos().disks().system(machine);
    for (GuestHardware.Disk disk : calls.talos().disks().all(machine)) {
      disks.addDisks(
          Disk.newBuilder()
              .setSize(disk.volume().size())
              .setModel(disk.key().startsWith("virtio") ? "" : "QEMU HARDDISK")
              .setDeviceName(disk.device())
              .setSerial(disk.serial())
              .setWwid(disk.wwid())
              .setType(disk.solid() ? Disk.DiskType.SSD : Disk.DiskType.HDD)
              .setSubsystem("/sys/class/block")
              .setSystemDisk(system.filter(disk::equals).isPresent()));
    }
    return DisksResponse.newBuilder().addMessages(disks).build();
  }

  @Override
  public void blockDeviceWipe(
      BlockDeviceWipeRequest request, StreamObserver<BlockDeviceWipeResponse> out) {
    calls.answer(
        out,
        scope -> {
          request.getDevicesList().forEach(device -> wipe(scope.machine(), device));
          return BlockDeviceWipeResponse.newBuilder()
              .addMessages(BlockDeviceWipe.getDefaultInstance())
              .build();
        });
  }

  private void wipe(Machine machine, BlockDeviceWipeDescriptor wanted) {
    GuestHardware.Disk disk =
        calls.talos().disks().all(machine).stream()
            .filter(d -> d.device().equals("/dev/" + wanted.getDevice()))
            .findFirst()
            .orElseThrow(
                () ->
                    failed(
                        Status.NOT_FOUND, "blockdevice \"" + wanted.getDevice() + "\" not found"));
    boolean used = !disk.volume().partitions().isEmpty() || disk.volume().identity() != null;
    if (used && !wanted.getSkipVolumeCheck() && machine.hasSecureApi()) {
      throw failed(
          Status.FAILED_PRECONDITION,
          "blockdevice \"" + wanted.getDevice() + "\" is in use by volume");
    }
    calls.talos().sequences().wipe(disk);
  }
}
