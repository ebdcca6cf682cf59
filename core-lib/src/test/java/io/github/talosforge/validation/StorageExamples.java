package io.github.talosforge.validation;

import static io.github.talosforge.validation.RuleExample.cluster;
import static io.github.talosforge.validation.RuleExample.node;

import io.github.talosforge.fixture.NodeFixture;
import io.github.talosforge.model.DeviceSpec.AgentMode;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VolumeSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Disks, volumes, images and options that are handed on. */
final class StorageExamples {
  private StorageExamples() {}

  private static Consumer<NodeFixture> volume(VolumeSpec.Type type, String size, String storage) {
    return n ->
        n.volumes.add(
            new VolumeSpec(
                "data",
                type,
                Optional.ofNullable(size).map(DiskSize::of),
                Optional.ofNullable(storage).map(StorageName::of),
                VolumeSpec.Filesystem.XFS));
  }

  private static Consumer<NodeFixture> disks(int count) {
    return n -> {
      for (int i = 0; i < count; i++) {
        n.extraDisks.add(n.disk("1G", "local"));
      }
    };
  }

  private static Consumer<NodeFixture> cards(int count) {
    return n -> {
      for (int i = 0; i < count; i++) {
        n.extraNics.add(n.nic(Optional.empty(), Optional.empty()));
      }
    };
  }

  private static Consumer<NodeFixture> option(String key, String value) {
    return n -> n.options.put(key, value);
  }

  private static Consumer<NodeFixture> linked(Consumer<NodeFixture> change) {
    return n -> {
      n.provision = Provision.CLONE;
      n.cloneMode = CloneMode.LINKED;
      change.accept(n);
    };
  }

  static List<RuleExample> all() {
    return List.of(
        node(
            "TF-DISK-BELOW-IMAGE",
            n -> n.diskSize = DiskSize.of("4G"),
            "The system disk of 4G is smaller than the Talos image",
            n -> n.diskSize = DiskSize.of("5 GB")),
        node(
            "TF-DISK-BELOW-MINIMUM",
            n -> n.diskSize = DiskSize.of("9G"),
            "smaller than the 10G that Talos asks for",
            n -> {
              n.diskSize = DiskSize.of("5G");
              n.dataVm = true;
            }),
        node(
            "TF-PARTITIONS-EXCEED-DISK",
            n -> {
              n.diskSize = DiskSize.of("20G");
              n.ephemeralSize = Optional.of(DiskSize.of("10G"));
              volume(VolumeSpec.Type.PARTITION, "7G", null).accept(n);
            },
            "need 17G besides the 4G of Talos, but the system disk has 20G",
            n -> {
              n.diskSize = DiskSize.of("20G");
              n.ephemeralSize = Optional.of(DiskSize.of("10G"));
              volume(VolumeSpec.Type.PARTITION, "6G", null).accept(n);
            }),
        node(
            "TF-DATA-VM-PARTITION",
            n -> {
              n.dataVm = true;
              volume(VolumeSpec.Type.PARTITION, "7G", null).accept(n);
            },
            "Volume data would be a partition of the system disk",
            n -> {
              n.dataVm = true;
              volume(VolumeSpec.Type.DIRECTORY, null, null).accept(n);
            }),
        node(
            "TF-EPHEMERAL-SIZE",
            n -> n.dataVm = true,
            "whose size nobody says",
            n -> {
              n.dataVm = true;
              n.ephemeralSize = Optional.of(DiskSize.of("20G"));
            }),
        node(
            "TF-EPHEMERAL-SIZE",
            n -> n.ephemeralSize = Optional.of(DiskSize.of("1G")),
            "EPHEMERAL of 1G is smaller than the 2G",
            n -> n.ephemeralSize = Optional.of(DiskSize.of("2G"))),
        node(
            "TF-VOLUME-SIZE-MISSING",
            volume(VolumeSpec.Type.DISK, null, null),
            "Volume data is to have a disk of its own, but no size",
            volume(VolumeSpec.Type.DISK, "7GB", null)),
        node(
            "TF-VOLUME-SETTING-IGNORED",
            volume(VolumeSpec.Type.DIRECTORY, "7GB", null),
            "Volume data is a directory, which has no size",
            volume(VolumeSpec.Type.DIRECTORY, null, null)),
        node(
            "TF-VOLUME-SETTING-IGNORED",
            volume(VolumeSpec.Type.PARTITION, "7GB", "tank"),
            "its storage has no effect",
            volume(VolumeSpec.Type.DISK, "7GB", "tank")),
        cluster(
            "TF-VOLUME-NEEDS-NEWER-TALOS",
            c -> {
              c.talos = TalosVersion.of("1.11.0");
              c.worker("odd", volume(VolumeSpec.Type.DISK, "7GB", null));
            },
            "a type that Talos has since 1.12, not in v1.11.0",
            c -> {
              c.talos = TalosVersion.of("1.11.0");
              c.worker("odd", volume(VolumeSpec.Type.PARTITION, "7GB", null));
            }),
        node("TF-TOO-MANY-DISKS", disks(31), "32 disks, but places for 31", disks(30)),
        node("TF-TOO-MANY-NICS", cards(32), "33 network cards, but places for 32", cards(31)),
        node(
            "TF-AGENT-EXTENSION",
            n -> {
              n.agent = AgentMode.REQUIRED;
              n.schematic = new SchematicSpec(List.of(), List.of(), Optional.empty());
            },
            "the wait would never end",
            n -> n.agent = AgentMode.REQUIRED),
        node(
            "TF-SCHEMATIC-TWICE",
            n -> {
              n.schematicId = Optional.of(SchematicId.of("0".repeat(64)));
              n.written = Set.of("talos_schematic.extensions");
            },
            "talos_schematic has no effect",
            n -> n.schematicId = Optional.of(SchematicId.of("0".repeat(64)))),
        node(
            "TF-TEMPLATE-IGNORED",
            n -> n.template = Optional.of("talos-1.12"),
            "The template talos-1.12 has no effect",
            n -> {
              n.template = Optional.of("talos-1.12");
              n.provision = Provision.CLONE;
            }),
        node(
            "TF-LINKED-CLONE-IGNORED",
            n -> n.cloneMode = CloneMode.LINKED,
            "clone: linked has no effect",
            linked(n -> {})),
        node(
            "TF-LINKED-CLONE-STORAGE",
            linked(n -> n.storage = StorageName.of("tank")),
            "cannot be on tank while templates are on local-zfs",
            linked(n -> {})),
        node(
            "TF-ROOT-ONLY-OPTION",
            option("args", "-cpu host"),
            "Only root@pam may set the option args",
            option("tablet", "0")),
        node(
            "TF-ROOT-ONLY-OPTION",
            option("usb0", "host=1234:5678"),
            "the option usb0",
            option("usb0", "mapping=stick")),
        node(
            "TF-ROOT-ONLY-OPTION",
            option("serial1", "/dev/ttyS0"),
            "the option serial1",
            option("serial1", "socket")),
        node(
            "TF-ROOT-ONLY-OPTION",
            option("hostpci1", "0000:02:00.0,pcie=1"),
            "the option hostpci1",
            option("hostpci1", "mapping=nic,pcie=1")),
        node(
            "TF-OPTION-UNKNOWN",
            option("tabelt", "0"),
            "has an option tabelt",
            option("virtiofs0", "share")),
        node(
            "TF-OPTION-CLASH",
            n -> {
              disks(1).accept(n);
              option("scsi1", "local:1").accept(n);
            },
            "The option scsi1 sets a device that is made from other keys already",
            option("scsi1", "local:1")),
        node(
            "TF-BOOT-ORDER",
            n -> n.bootOrder = List.of("net0", "ide2"),
            "leaves out scsi0",
            n -> n.bootOrder = List.of("scsi0", "ide2", "net0")));
  }
}
