package io.github.talosforge.validation;

import static io.github.talosforge.validation.RuleExample.cluster;
import static io.github.talosforge.validation.RuleExample.node;

import io.github.talosforge.fixture.NodeFixture;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.FirmwareSpec.EfiType;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.PciAddress;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.model.StorageName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Processor, memory, firmware and devices. */
final class HardwareExamples {
  private HardwareExamples() {}

  private static Consumer<NodeFixture> gpuAt(String address) {
    return n ->
        n.gpu = Optional.of(new GpuSpec(new GpuSpec.Address(PciAddress.of(address)), true, true));
  }

  private static Consumer<NodeFixture> mappedGpu(Consumer<NodeFixture> change) {
    return n -> {
      n.gpu = Optional.of(new GpuSpec(new GpuSpec.Mapping("rtx"), true, true));
      change.accept(n);
    };
  }

  private static Consumer<NodeFixture> secureBoot(Consumer<NodeFixture> change) {
    return n -> {
      n.secureBoot = true;
      n.tpm = true;
      n.provision = Provision.ISO;
      change.accept(n);
    };
  }

  static List<RuleExample> all() {
    return List.of(
        node(
            "TF-MEMORY-BELOW-MINIMUM",
            n -> n.memory = MemorySize.of("1023"),
            "Node odd: 1023 MiB of memory is less than the 1 GiB that Talos needs on a worker",
            n -> n.memory = MemorySize.of("1G")),
        cluster(
            "TF-MEMORY-BELOW-MINIMUM",
            c -> c.controlPlane("cp-4", n -> n.memory = MemorySize.of("2047")),
            "less than the 2 GiB that Talos needs on a control plane",
            c -> c.controlPlane("cp-4", n -> n.memory = MemorySize.of("2048"))),
        cluster(
            "TF-CORES-BELOW-MINIMUM",
            c -> c.controlPlane("cp-4", n -> n.cores = 1),
            "A control plane with one core",
            c -> c.worker("w", n -> n.cores = 1)),
        node(
            "TF-CPU-TYPE",
            n -> n.cpuType = "kvm64",
            "Talos does not boot on the processor model kvm64",
            n -> n.cpuType = "x86-64-v2-AES"),
        node(
            "TF-IOTHREAD-CONTROLLER",
            n -> n.iothread = true,
            "no effect with scsi_hw virtio-scsi-pci",
            n -> {
              n.iothread = true;
              n.scsiHardware = "virtio-scsi-single";
            }),
        node("TF-BALLOON", n -> n.balloon = 4096, "Ballooning takes memory", n -> n.balloon = 0),
        node(
            "TF-BALLOON-ABOVE-MEMORY",
            n -> n.balloon = 8193,
            "8193 MiB is more than the memory of 8 GiB",
            n -> n.balloon = 8192),
        node(
            "TF-MEMORY-HOTPLUG",
            n -> n.options.put("hotplug", "network,memory"),
            "Talos sees no more",
            n -> n.options.put("hotplug", "network,disk,usb")),
        node(
            "TF-HUGEPAGES",
            n -> {
              n.hugePages = Optional.of("any");
              n.numa = false;
            },
            "Without numa, Proxmox VE starts no VM",
            n -> n.numa = false),
        node(
            "TF-HUGEPAGES",
            n -> {
              n.hugePages = Optional.of("1024");
              n.sockets = 2;
              n.memory = MemorySize.of("9G");
            },
            "9 GiB cannot be made of huge pages of 1024 MiB, as many for each socket",
            n -> {
              n.hugePages = Optional.of("2");
              n.sockets = 2;
              n.memory = MemorySize.of("9G");
            }),
        node(
            "TF-ROOT-ONLY-OPTION",
            n -> n.hugePages = Optional.of("any"),
            "Only root@pam may set the option hugepages",
            n -> n.options.put("shares", "2000")),
        node(
            "TF-QUEUES-ABOVE-CORES",
            n -> n.queues = 5,
            "5 packet queues are more than the 4 cores",
            n -> {
              n.queues = 8;
              n.sockets = 2;
            }),
        node(
            "TF-QUEUES-MODEL",
            n -> {
              n.nicModel = "e1000";
              n.written = Set.of("net_queues");
            },
            "A card of model e1000 has no packet queues",
            n -> n.nicModel = "e1000"),
        node(
            "TF-MACHINE-UNKNOWN",
            n -> n.machine = "q36",
            "no machine type q36",
            n -> n.machine = "pc-q35-9.2+pve1"),
        node(
            "TF-ARCHITECTURE-MACHINE",
            n -> n.architecture = Architecture.ARM64,
            "The machine type q35 is not one of arm64",
            n -> {
              n.architecture = Architecture.ARM64;
              n.machine = "virt";
            }),
        node(
            "TF-ARCHITECTURE-MACHINE",
            n -> n.machine = "virt",
            "The machine type virt is not one of amd64",
            n -> n.machine = "q35"),
        node(
            "TF-ARM64-FIRMWARE",
            n -> {
              n.architecture = Architecture.ARM64;
              n.bios = Bios.SEABIOS;
            },
            "an arm64 VM cannot start",
            n -> n.bios = Bios.SEABIOS),
        node(
            "TF-ARM64-NEEDS-ROOT",
            n -> n.architecture = Architecture.ARM64,
            "only root@pam may set",
            n -> n.architecture = Architecture.AMD64),
        node(
            "TF-SECUREBOOT-FIRMWARE",
            secureBoot(n -> n.bios = Bios.SEABIOS),
            "Secure boot needs UEFI",
            secureBoot(n -> {})),
        node(
            "TF-SECUREBOOT-FIRMWARE",
            secureBoot(n -> n.efiType = EfiType.SMALL),
            "an EFI disk of type 4m",
            n -> n.efiType = EfiType.SMALL),
        node(
            "TF-SECUREBOOT-KEYS",
            secureBoot(n -> n.preEnrolledKeys = true),
            "the firmware refuses Talos",
            n -> n.preEnrolledKeys = true),
        node(
            "TF-SECUREBOOT-TPM",
            secureBoot(n -> n.tpm = false),
            "Secure boot without a TPM",
            secureBoot(n -> {})),
        node(
            "TF-SECUREBOOT-ENROLMENT",
            secureBoot(n -> n.provision = Provision.CLONE),
            "enrols its secure boot keys",
            secureBoot(n -> {})),
        node(
            "TF-EFI-WITH-SEABIOS",
            n -> {
              n.bios = Bios.SEABIOS;
              n.written = Set.of("efi_type");
            },
            "efi_type has no effect with bios: seabios",
            n -> n.bios = Bios.SEABIOS),
        node(
            "TF-TPM-WITH-SEABIOS",
            n -> {
              n.bios = Bios.SEABIOS;
              n.tpm = true;
            },
            "with UEFI only",
            n -> n.tpm = true),
        node(
            "TF-GPU-PCI-ADDRESS",
            gpuAt("0000:01:00.0"),
            "an API token is refused",
            mappedGpu(n -> {})),
        node(
            "TF-GPU-UNPINNED",
            gpuAt("0000:01:00.0"),
            "the node may be placed on any",
            n -> gpuAt("0000:01:00.0").accept(n.host("pve1"))),
        cluster(
            "TF-GPU-SHARED-ADDRESS",
            c ->
                c.pool(
                    "gpu",
                    NodeRole.WORKER,
                    2,
                    Optional.empty(),
                    Optional.empty(),
                    n -> gpuAt("01:00.0").accept(n.host("pve1"))),
            "The nodes gpu-1 and gpu-2 are both to have the device 0000:01:00.0 of pve1",
            c ->
                c.worker("a", n -> gpuAt("01:00.0").accept(n.host("pve1")))
                    .worker("b", n -> gpuAt("01:00.0").accept(n.host("pve2")))),
        node(
            "TF-GPU-PCIE-MACHINE",
            mappedGpu(n -> n.machine = "pc"),
            "The machine type pc has no PCI Express",
            mappedGpu(n -> {})),
        node(
            "TF-GPU-EXTENSION",
            mappedGpu(n -> {}),
            "no extension of its image drives one",
            mappedGpu(
                n ->
                    n.schematic =
                        new SchematicSpec(
                            List.of("siderolabs/nvidia-open-gpu-kernel-modules-lts"),
                            List.of(),
                            Optional.empty()))),
        node("TF-GPU-HA", mappedGpu(n -> n.ha = true), "cannot be migrated", n -> n.ha = true),
        node(
            "TF-GPU-HA",
            n -> {
              n.ha = true;
              n.options.put("hostpci1", "mapping=nic");
            },
            "cannot be migrated",
            n -> n.options.put("hostpci1", "mapping=nic")),
        node(
            "TF-HA-LOCAL-STORAGE",
            n -> n.ha = true,
            "its disks on local-zfs are gone with it",
            n -> {
              n.ha = true;
              n.storage = StorageName.of("ceph");
            }),
        node(
            "TF-DATA-VM-HA",
            n -> {
              n.ha = true;
              n.dataVm = true;
            },
            "belong to its data VM",
            n -> {
              n.ha = true;
              n.dataVm = true;
              n.storage = StorageName.of("ceph");
              n.ephemeralSize = Optional.of(DiskSize.of("20G"));
            }));
  }
}
