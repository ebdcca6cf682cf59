package io.github.talosforge.desired;

import io.github.talosforge.allocation.DiskKey;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.FirmwareSpec;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VolumeSpec;
import io.github.talosforge.model.Wwn;
import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.EfiDisk;
import io.github.talosforge.proxmox.property.TpmState;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes drives. Volumes' disks follow the system disk, further disks begin in the middle of the
 * bus, so that a new one of either kind moves none of the other.
 */
final class Drives {
  static final String SYSTEM_DISK = "scsi0";
  static final String CD = "ide2";
  private static final int FIRST_VOLUME = 1;
  static final int FIRST_EXTRA = 16;

  private final NodeSpec node;
  private final NodeAssignment assignment;
  private final Optional<Volume> image;
  private final Map<String, String> options = new TreeMap<>();
  private final Map<String, DiskSize> sizes = new TreeMap<>();
  private final Map<String, DataVolume> dataVolumes = new TreeMap<>();

  Drives(NodeSpec node, NodeAssignment assignment, Optional<Volume> image) {
    this.node = node;
    this.assignment = assignment;
    this.image = image;
    systemDisk();
    volumes();
    extraDisks();
    firmware(node.vm().firmware());
    cd();
  }

  Map<String, String> options() {
    return options;
  }

  Map<String, DiskSize> sizes() {
    return sizes;
  }

  Map<String, DataVolume> dataVolumes() {
    return dataVolumes;
  }

  /** Talos knows the disk that it runs from, so it gets no name that nobody asked for. */
  private void systemDisk() {
    DiskSpec spec = node.vm().systemDisk();
    boolean imported = node.image().provision() == Provision.IMPORT && image.isPresent();
    Disk made =
        imported
            ? Disk.importing(DriveBus.SCSI, spec.storage().value(), image.orElseThrow())
            : allocated(spec.storage(), spec.size());
    put(SYSTEM_DISK, named(styled(made, spec), spec, spec.wwn()), spec.size());
  }

  private void volumes() {
    if (node.volumes().dataVm()) {
      dataDisks();
      return;
    }
    int index = 0;
    DiskSpec like = node.vm().systemDisk();
    for (VolumeSpec volume : node.volumes().volumes()) {
      if (volume.type() == VolumeSpec.Type.DISK && volume.size().isPresent()) {
        DiskSize size = volume.size().get();
        Disk disk = styled(allocated(volume.storage().orElse(like.storage()), size), like);
        put(volumeKey(index++), withWwn(disk, DiskKey.volume(volume.name())), size);
      }
    }
  }

  /**
   * With a data VM the disks are its own; which volumes they are is known when it is. Proxmox does
   * not replicate what another VM owns, and refuses to try.
   */
  private void dataDisks() {
    int index = 0;
    DiskSpec like = node.vm().systemDisk();
    for (DataVolume volume : DataVolume.of(node)) {
      Disk disk = styled(allocated(volume.storage(), volume.size()), like).withReplicate(false);
      String key = volumeKey(index++);
      put(key, withWwn(disk, volume.disk()), volume.size());
      dataVolumes.put(key, volume);
    }
  }

  private String volumeKey(int index) {
    int number = FIRST_VOLUME + index;
    return "scsi" + (number < FIRST_EXTRA ? number : number + node.vm().extraDisks().size());
  }

  private void extraDisks() {
    List<DiskSpec> disks = node.vm().extraDisks();
    for (int i = 0; i < disks.size(); i++) {
      DiskSpec spec = disks.get(i);
      Disk disk = styled(allocated(spec.storage(), spec.size()), spec);
      Optional<Wwn> wwn = Optional.ofNullable(assignment.wwns().get(DiskKey.extra(i)));
      put("scsi" + (FIRST_EXTRA + i), named(disk, spec, wwn), spec.size());
    }
  }

  private void firmware(FirmwareSpec firmware) {
    Volume small = Volume.allocate(firmware.efiStorage().value(), 1);
    if (firmware.bios() == FirmwareSpec.Bios.OVMF) {
      String type = firmware.efiType() == FirmwareSpec.EfiType.LARGE ? "4m" : "2m";
      EfiDisk disk = EfiDisk.on(small).withType(type);
      options.put(
          "efidisk0", (firmware.preEnrolledKeys() ? disk.withPreEnrolledKeys(true) : disk).text());
    }
    if (firmware.tpm()) {
      options.put("tpmstate0", TpmState.on(small).withVersion("v2.0").text());
    }
  }

  /**
   * A CD with the configuration has the cloud-init drive's name, so that one excludes the other.
   */
  private void cd() {
    if (node.image().provision() == Provision.ISO) {
      options.put(
          CD,
          image
              .map(iso -> CdRom.holding(DriveBus.IDE, iso))
              .orElseGet(() -> CdRom.empty(DriveBus.IDE))
              .text());
    } else if (node.image().delivery() == Delivery.API) {
      String storage = node.vm().cloudInitStorage().value();
      options.put(CD, CloudInitDrive.on(DriveBus.IDE, storage).text());
    }
  }

  private void put(String key, Disk disk, DiskSize size) {
    options.put(key, disk.text());
    sizes.put(key, size);
  }

  private static Disk allocated(StorageName storage, DiskSize size) {
    int gibibytes = Math.toIntExact(size.gibibytesRoundedUp());
    return Disk.on(DriveBus.SCSI, Volume.allocate(storage.value(), gibibytes));
  }

  /** Says what differs from Proxmox VE's defaults. */
  private static Disk styled(Disk plain, DiskSpec spec) {
    Disk disk = plain;
    disk = spec.discard() ? disk.withDiscard(true) : disk;
    disk = spec.ssd() ? disk.withSsd(true) : disk;
    disk = spec.backup() ? disk : disk.withBackup(false);
    disk = spec.replicate() ? disk : disk.withReplicate(false);
    disk = spec.iothread() ? disk.withIoThread(true) : disk;
    disk = spec.cache().isPresent() ? disk.withCache(spec.cache().get()) : disk;
    return spec.aio().isPresent() ? disk.withAio(spec.aio().get()) : disk;
  }

  private static Disk named(Disk plain, DiskSpec spec, Optional<Wwn> wwn) {
    Disk disk = spec.serial().isPresent() ? plain.withSerial(spec.serial().get()) : plain;
    return wwn.isPresent() ? disk.withWwn(wwn.get().value()) : disk;
  }

  private Disk withWwn(Disk disk, String key) {
    Wwn wwn = assignment.wwns().get(key);
    return wwn == null ? disk : disk.withWwn(wwn.value());
  }
}
