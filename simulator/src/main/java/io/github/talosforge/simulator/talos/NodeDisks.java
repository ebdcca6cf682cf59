package io.github.talosforge.simulator.talos;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.vm.GuestHardware;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What Talos keeps on the disks of a VM: it lives and moves with the volumes. */
public final class NodeDisks {
  /** The partition with the machine config. */
  public static final String STATE = "STATE";

  /** The partition with etcd, images and pods. */
  public static final String EPHEMERAL = "EPHEMERAL";

  private static final String PREVIOUS = "PREVIOUS";

  private final World world;
  private final GuestHardware hardware;

  NodeDisks(World world, GuestHardware hardware) {
    this.world = world;
    this.hardware = hardware;
  }

  /**
   * Where a node's etcd keeps its data.
   *
   * @param cluster the etcd cluster
   * @param member the node's member
   */
  public record EtcdData(String cluster, long member) {
    private String text() {
      return "etcd " + cluster + " " + Long.toHexString(member);
    }

    private static Optional<EtcdData> parse(String text) {
      String[] words = text.split(" ", -1);
      return words.length == 3
          ? Optional.of(new EtcdData(words[1], Long.parseUnsignedLong(words[2], 16)))
          : Optional.empty();
    }
  }

  /** The disks of a node. */
  public List<GuestHardware.Disk> all(Machine machine) {
    return hardware.disks(machine.vm());
  }

  /** The disk with the system, when it is installed. */
  public Optional<GuestHardware.Disk> system(Machine machine) {
    Volume boot = hardware.bootVolume(machine.vm());
    return all(machine).stream()
        .filter(disk -> boot != null && disk.volume().volid().equals(boot.volid()))
        .findFirst()
        .or(() -> holding(machine, STATE));
  }

  /** The disk that holds a partition. */
  public Optional<GuestHardware.Disk> holding(Machine machine, String label) {
    return all(machine).stream()
        .filter(disk -> disk.volume().partitions().containsKey(label))
        .findFirst();
  }

  /** The system that a VM boots now. */
  Optional<TalosImage> bootable(Vm vm) {
    return TalosImage.parse(hardware.system(vm));
  }

  /** The config that was saved last. */
  Optional<String> savedConfig(Machine machine) {
    return holding(machine, STATE)
        .map(disk -> disk.volume().partitions().getOrDefault(STATE, ""))
        .filter(text -> !text.isEmpty());
  }

  /** The config on an attached CD, which the platform nocloud reads while none is saved. */
  Optional<String> configOnCd(Machine machine) {
    return machine.image().platform().equals("nocloud")
        ? Optional.ofNullable(hardware.cidata(machine.vm()).get("user-data"))
            .filter(text -> !text.startsWith("#cloud-config"))
        : Optional.empty();
  }

  void saveConfig(Machine machine, String text) {
    holding(machine, STATE)
        .or(() -> system(machine))
        .ifPresent(disk -> write(disk.volume(), Map.of(STATE, text)));
  }

  /** Makes the partition for data where the config wants it, unless some disk has it already. */
  void provision(Machine machine, MachineConfig config) {
    if (holding(machine, EPHEMERAL).isEmpty()) {
      String selector = config.volumeSelector(EPHEMERAL);
      Optional<GuestHardware.Disk> system = system(machine);
      Predicate<GuestHardware.Disk> fits =
          selector == null
              ? disk -> system.filter(disk::equals).isPresent()
              : disk ->
                  DiskExpression.matches(selector, disk, system.filter(disk::equals).isPresent());
      all(machine).stream()
          .filter(fits)
          .findFirst()
          .ifPresent(disk -> write(disk.volume(), Map.of(EPHEMERAL, "")));
    }
  }

  /** What etcd has on disk. */
  public Optional<EtcdData> etcdData(Machine machine) {
    return holding(machine, EPHEMERAL)
        .flatMap(disk -> EtcdData.parse(disk.volume().partitions().getOrDefault(EPHEMERAL, "")));
  }

  void saveEtcdData(Machine machine, @Nullable EtcdData data) {
    holding(machine, EPHEMERAL)
        .ifPresent(
            disk -> write(disk.volume(), Map.of(EPHEMERAL, data == null ? "" : data.text())));
  }

  /** The disk that a config wants the system on. */
  Optional<GuestHardware.Disk> installTarget(Machine machine, MachineConfig config) {
    JsonNode selector = config.installSelector();
    return all(machine).stream()
        .filter(
            disk ->
                (selector.isObject() && !selector.isEmpty())
                    ? DiskExpression.selects(selector, disk)
                    : isNamed(disk, config.installDisk()))
        .findFirst();
  }

  private static boolean isNamed(GuestHardware.Disk disk, String name) {
    return disk.device().equals(name)
        || (!disk.wwid().isEmpty()
            && name.equals("/dev/disk/by-id/wwn-0x" + disk.wwid().replaceFirst("^naa\\.", "")));
  }

  /** Writes a system to a disk; the one before it stays for a rollback. */
  void install(GuestHardware.Disk disk, TalosImage system) {
    Volume volume = disk.volume();
    Map<String, String> partitions = new LinkedHashMap<>(volume.partitions());
    String old = volume.identity();
    if (old != null) {
      partitions.put(PREVIOUS, old);
    }
    world.volumes().put(volume.holding(system.identity(), partitions));
    world.touch();
  }

  /** Goes back to the system before the last install; whether there was one. */
  boolean rollBack(Machine machine) {
    Optional<GuestHardware.Disk> disk = system(machine);
    String previous = disk.map(d -> d.volume().partitions().get(PREVIOUS)).orElse(null);
    if (disk.isEmpty() || previous == null) {
      return false;
    }
    TalosImage.parse(previous).ifPresent(image -> install(disk.get(), image));
    return true;
  }

  /** Wipes partitions wherever they are. */
  void wipe(Machine machine, Collection<String> labels) {
    for (GuestHardware.Disk disk : all(machine)) {
      Map<String, String> left = new LinkedHashMap<>(disk.volume().partitions());
      if (left.keySet().removeAll(labels)) {
        world.volumes().put(disk.volume().holding(disk.volume().identity(), left));
        world.touch();
      }
    }
  }

  /** Wipes a whole disk. */
  void wipe(GuestHardware.Disk disk) {
    world.volumes().put(disk.volume().holding(null, Map.of()));
    world.touch();
  }

  private void write(Volume volume, Map<String, String> changes) {
    Map<String, String> partitions = new LinkedHashMap<>(volume.partitions());
    partitions.putAll(changes);
    world.volumes().put(volume.holding(volume.identity(), partitions));
    world.touch();
  }
}
