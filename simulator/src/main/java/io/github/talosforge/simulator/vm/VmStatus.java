package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.world.Broadcasts;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.util.Map;
import java.util.TreeMap;

/** The figures that a host knows about its own VMs. */
public final class VmStatus {
  private static final long DEFAULT_MEMORY = 512;

  private final Cluster cluster;

  public VmStatus(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What a host tells the others about a VM. */
  public Broadcasts.VmFigures figures(Vm vm) {
    Vm.QemuProcess process = vm.process();
    return new Broadcasts.VmFigures(
        vm.name(),
        process == null ? "stopped" : process.status(),
        vm.isTemplate(),
        uptime(vm),
        cpus(vm),
        memory(vm),
        maxDisk(vm));
  }

  long uptime(Vm vm) {
    Vm.QemuProcess process = vm.process();
    World world = cluster.world();
    return process == null ? 0 : (world.now().toEpochMilli() - process.started()) / 1000;
  }

  static int cpus(Vm vm) {
    return number(vm, "vcpus", processors(vm));
  }

  /** What it is made for, whether plugged or not. */
  static int processors(Vm vm) {
    return number(vm, "cores", 1) * number(vm, "sockets", 1);
  }

  private static int number(Vm vm, String key, int otherwise) {
    String value = vm.config().get(key);
    return value != null && value.matches("[0-9]{1,6}") ? Integer.parseInt(value) : otherwise;
  }

  static long memory(Vm vm) {
    String value = vm.config().getOrDefault("memory", "").replaceFirst("^current=", "");
    return (value.matches("[0-9]{1,9}") ? Long.parseLong(value) : DEFAULT_MEMORY) << 20;
  }

  /** The size of the first disk that it boots from. */
  long maxDisk(Vm vm) {
    for (String key : ConfigKeys.bootOrder(vm.config().getOrDefault("boot", ""))) {
      String value = vm.config().get(key);
      if (value != null && Drive.isKey(key)) {
        Drive drive = Drive.parse(key, value);
        Volume volume = cluster.storages().find(drive.file(), vm.host());
        if (volume != null && !drive.isCdrom()) {
          return volume.size();
        }
      }
    }
    return 0;
  }

  /** One entry of the list of a host's VMs, and the base of its current status. */
  JsonObject entry(Vm vm) {
    Vm.QemuProcess process = vm.process();
    long memory = memory(vm);
    boolean nine = cluster.world().personality().isNine();
    return new JsonObject()
        .with("vmid", vm.id())
        .with("name", vm.name())
        .with("status", vm.isRunning() ? "running" : "stopped")
        .with("cpus", cpus(vm))
        .with("cpu", vm.isRunning() ? (Number) 0.01 : (Number) 0)
        .with("maxmem", memory)
        .with("mem", vm.isRunning() ? memory / 4 : 0L)
        .with("memhost", nine ? (vm.isRunning() ? memory / 3 : 0L) : null)
        .with("maxdisk", maxDisk(vm))
        .with("disk", 0)
        .with("uptime", uptime(vm))
        .with("netin", 0)
        .with("netout", 0)
        .with("diskread", 0)
        .with("diskwrite", 0)
        .ifTrue("serial", vm.config().keySet().stream().anyMatch(key -> key.matches("serial\\d+")))
        .ifTrue("template", vm.isTemplate())
        .with("lock", vm.lock())
        .with("tags", vm.config().get("tags"))
        .with("pid", process == null ? null : process.pid());
  }

  /** All keys in force, as JSON. */
  static Map<String, Object> config(Map<String, String> values) {
    Map<String, Object> config = new TreeMap<>();
    values.forEach((key, value) -> config.put(key, shown(key, value)));
    return config;
  }

  static Object shown(String key, String value) {
    return key.equals("cipassword") ? "**********" : ConfigKeys.json(key, value);
  }
}
