package io.github.talosforge.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The hardware of a VM.
 *
 * @param cpu the processor
 * @param memory the memory
 * @param balloon the memory that ballooning may shrink to, in MiB; 0 switches it off
 * @param hugePages the host's huge pages that the memory is made of, by their size in MiB or {@code
 *     any}
 * @param firmware what starts the VM
 * @param scsiHardware the SCSI controller
 * @param systemDisk the disk that Talos is on
 * @param installDisk the device that Talos installs itself to, when booted from the ISO
 * @param extraDisks disks behind the system disk
 * @param nic the network card with the node's address
 * @param extraNics network cards behind it
 * @param gpu the GPU passed through
 * @param devices consoles and small devices
 * @param cloudInitStorage where the cloud-init drive is
 * @param bootOrder the devices to boot from; empty means what the way of provisioning needs
 * @param lifecycle start, stop and protection
 * @param marks what tells people what the VM is
 * @param options Proxmox keys that are handed on as they are
 */
public record VmSpec(
    CpuSpec cpu,
    MemorySize memory,
    int balloon,
    Optional<String> hugePages,
    FirmwareSpec firmware,
    String scsiHardware,
    DiskSpec systemDisk,
    Optional<String> installDisk,
    List<DiskSpec> extraDisks,
    NicSpec nic,
    List<NicSpec> extraNics,
    Optional<GpuSpec> gpu,
    DeviceSpec devices,
    StorageName cloudInitStorage,
    List<String> bootOrder,
    LifecycleSpec lifecycle,
    MarkSpec marks,
    Map<String, String> options) {

  /** Keeps own copies of the collections. */
  public VmSpec {
    extraDisks = List.copyOf(extraDisks);
    extraNics = List.copyOf(extraNics);
    bootOrder = List.copyOf(bootOrder);
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
  }

  /** Returns all network cards, the one with the node's address first. */
  public List<NicSpec> nics() {
    return Stream.concat(Stream.of(nic), extraNics.stream()).toList();
  }

  /**
   * What tells people what a VM is.
   *
   * @param osType the guest as Proxmox knows it
   * @param tags the tags
   * @param description the notes
   * @param pool the resource pool
   */
  public record MarkSpec(
      String osType, Set<Tag> tags, Optional<String> description, Optional<PoolName> pool) {
    /** Keeps an own copy, sorted. */
    public MarkSpec {
      tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
    }
  }
}
