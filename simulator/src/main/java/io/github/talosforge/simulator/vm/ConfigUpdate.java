package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One change of a configuration: first everything becomes pending, then what can is applied. */
final class ConfigUpdate {
  private final Cluster cluster;
  private final Access access;
  private final String host;
  private final int vmid;
  private final Map<String, String> values;
  private final List<String> deletes;
  private final Set<String> reverts;
  private final boolean force;
  private final KeyPrivileges privileges;
  private final DiskCreation disks;
  private final UnusedDisks unused;
  private final PendingChanges changes;
  private final TagRights tagRights;
  private final Set<String> modified = new TreeSet<>();
  private @Nullable String digest;
  private boolean skipLock;

  ConfigUpdate(
      Cluster cluster,
      Access access,
      String host,
      int vmid,
      Map<String, String> values,
      List<String> deletes,
      Set<String> reverts,
      boolean force) {
    this.cluster = cluster;
    this.access = access;
    this.host = host;
    this.vmid = vmid;
    this.values = new TreeMap<>(values);
    this.deletes = new ArrayList<>(deletes);
    this.reverts = Set.copyOf(reverts);
    this.force = force;
    this.privileges = new KeyPrivileges(cluster.world());
    this.disks = new DiskCreation(cluster);
    this.unused = new UnusedDisks(cluster);
    this.changes = new PendingChanges(cluster);
    this.tagRights = new TagRights(cluster.world());
  }

  int vmid() {
    return vmid;
  }

  void expect(@Nullable String wantedDigest, boolean ignoreLock) {
    digest = wantedDigest;
    skipLock = ignoreLock;
  }

  /** Checks what can change until the lock is held. */
  Vm check() {
    Vm vm = cluster.files().load(host, vmid);
    VmFiles.checkDigest(vm, digest);
    privileges.checkCpu(access, values.get("cpu"), vm.config().get("cpu"));
    if (!skipLock) {
      VmFiles.checkLock(vm);
    }
    checkBalloon(vm);
    return vm;
  }

  private void checkBalloon(Vm vm) {
    if (!values.containsKey("memory") && !values.containsKey("balloon")) {
      return;
    }
    long balloon = number(vm, "balloon", 0);
    if (balloon > number(vm, "memory", 512)) {
      throw ApiFailure.died("balloon value too large (must be smaller than assigned memory)");
    }
  }

  private long number(Vm vm, String key, long otherwise) {
    String value =
        values.getOrDefault(
            key,
            vm.pending()
                .getOrDefault(key, vm.config().getOrDefault(key, Long.toString(otherwise))));
    String digits = value.replaceFirst("^current=", "");
    return digits.matches("[0-9]{1,15}") ? Long.parseLong(digits) : otherwise;
  }

  void apply(Worker worker) {
    Vm vm = check();
    for (String key : reverts) {
      revert(vm, key);
    }
    StringBuilder line = new StringBuilder("update VM " + vmid + ":");
    values.forEach(
        (key, value) ->
            line.append(" -")
                .append(key)
                .append(' ')
                .append(key.equals("cipassword") ? "<hidden>" : value));
    worker.log(line.toString());
    deletes.forEach(key -> worker.run(() -> delete(worker, vm, key)));
    values.forEach((key, value) -> worker.run(() -> set(worker, vm, key, value)));
    worker.run(() -> takeEffect(vm));
  }

  private void revert(Vm vm, String key) {
    String current = vm.config().get(key);
    if (current != null) {
      vm.pendingDeletes().remove(key);
      String wanted = vm.pending().remove(key);
      if (wanted != null && Drive.isKey(key)) {
        Drive dropped = Drive.parse(key, wanted);
        if (!dropped.file().equals(Drive.parse(key, current).file())) {
          unused.register(vm, dropped);
        }
      }
      cluster.files().write(vm);
    } else if (vm.pending().containsKey(key)) {
      deletes.add(key);
    }
  }

  private void delete(Worker worker, Vm vm, String key) {
    String pending = vm.pending().get(key);
    String value = vm.config().getOrDefault(key, pending == null ? "" : pending);
    if (!vm.config().containsKey(key) && pending == null) {
      worker.log("cannot delete '" + key + "' - not set in current configuration!");
      return;
    }
    modified.add(key);
    vm.pending().remove(key);
    removeFromBootOrder(vm, key);
    if (Drive.isUnusedKey(key)) {
      Drive drive = Drive.parse(key, value);
      VmFiles.checkProtection(vm, "can't remove unused disk '" + drive.file() + "'");
      access.checkVm(vmid, null, "VM.Config.Disk");
      unused.free(vm, access, key, drive);
      vm.config().remove(key);
    } else if (key.equals("tags")) {
      String unused = tagRights.ofVm(access, vmid, value, "");
      vm.config().remove(key);
    } else {
      checkDeletion(vm, key, value);
      if (pending != null && Drive.isKey(key)) {
        unused.register(vm, Drive.parse(key, pending));
      }
      vm.pendingDeletes().put(key, force);
    }
    cluster.files().write(vm);
  }

  private void checkDeletion(Vm vm, String key, String value) {
    if (Drive.isKey(key)) {
      VmFiles.checkProtection(vm, "can't remove drive '" + key + "'");
      checkDrive(Drive.parse(key, value));
    } else {
      privileges.checkDevices(access, vmid, null, Map.of(key, value), "delete");
      privileges.checkBridges(access, Map.of(key, value));
    }
  }

  private void checkDrive(Drive drive) {
    if (drive.isCloudInit() || DriveChecks.isNewCloudInit(drive)) {
      access.checkVm(vmid, null, "VM.Config.Cloudinit", "VM.Config.CDROM");
    } else if (drive.isCdrom()) {
      access.checkVm(vmid, null, "VM.Config.CDROM");
    } else {
      access.checkVm(vmid, null, "VM.Config.Disk");
    }
  }

  private void removeFromBootOrder(Vm vm, String key) {
    List<String> order = new ArrayList<>(bootOrder(vm));
    if (order.remove(key) && !deletes.contains("boot")) {
      vm.pending().put("boot", ConfigKeys.printBootOrder(order));
      modified.add("boot");
    }
  }

  private static List<String> bootOrder(Vm vm) {
    String boot = vm.config().getOrDefault("boot", "");
    return ConfigKeys.bootOrder(vm.pending().getOrDefault("boot", boot));
  }

  private void set(Worker worker, Vm vm, String key, String value) {
    modified.add(key);
    if (value.equals(vm.pending().get(key))) {
      return;
    }
    if (Drive.isKey(key)) {
      setDrive(worker, vm, key, value);
      return;
    }
    String old = vm.config().get(key);
    if (old != null) {
      privileges.checkDevices(access, vmid, null, Map.of(key, old), "modify");
      privileges.checkBridges(access, Map.of(key, old));
    }
    privileges.checkDevices(access, vmid, null, Map.of(key, value), "modify");
    if (key.equals("cipassword")) {
      vm.config().put(key, value);
    } else {
      vm.pending().put(key, normalised(vm, key, value));
    }
    vm.pendingDeletes().remove(key);
    cluster.files().write(vm);
  }

  private String normalised(Vm vm, String key, String value) {
    if (key.equals("tags")) {
      return tagRights.ofVm(access, vmid, vm.config().getOrDefault(key, ""), value);
    }
    List<String> order = key.equals("boot") ? ConfigKeys.bootOrder(value) : List.of();
    for (String device : order) {
      boolean exists =
          vm.config().containsKey(device)
              || vm.pending().containsKey(device)
              || values.containsKey(device);
      if (!exists || deletes.contains(device)) {
        throw ApiFailure.died("invalid bootorder: device '" + device + "' does not exist'");
      }
    }
    return order.isEmpty() ? value : ConfigKeys.printBootOrder(order);
  }

  private void setDrive(Worker worker, Vm vm, String key, String value) {
    String old = vm.config().get(key);
    Drive drive = Drive.parse(key, value);
    if (old != null) {
      checkDrive(Drive.parse(key, old));
      checkTpmVersion(Drive.parse(key, old), drive);
    }
    checkDrive(drive);
    String pending = vm.pending().get(key);
    if (pending != null) {
      unused.register(vm, Drive.parse(key, pending));
    }
    Map<String, String> config = new HashMap<>(vm.config());
    config.putAll(vm.pending());
    DiskCreation.Request request = new DiskCreation.Request(access, host, vmid, config, null);
    worker.onFailure(
        message -> {
          disks.undo(request);
          return message;
        });
    disks.plan(worker, request, Map.of(key, value));
    worker.run(
        () -> {
          worker.onFailure(message -> message);
          vm.pending().putAll(request.results());
          appendToBootOrder(vm, drive);
          vm.pendingDeletes().remove(key);
          cluster.files().write(vm);
        });
  }

  private static void checkTpmVersion(Drive old, Drive now) {
    String before = old.option("version");
    String version = now.option("version");
    boolean same = (version == null ? "v1.2" : version).equals(before == null ? "v1.2" : before);
    if (old.key().equals("tpmstate0") && old.file().equals(now.file()) && !same) {
      throw ApiFailure.died("cannot change TPM state version after creation");
    }
  }

  private void appendToBootOrder(Vm vm, Drive drive) {
    List<String> order = new ArrayList<>(bootOrder(vm));
    if (drive.isPlainCdrom() && !order.isEmpty() && !order.contains(drive.key())) {
      order.add(drive.key());
      vm.pending().put("boot", ConfigKeys.printBootOrder(order));
      modified.add("boot");
    }
  }

  private void takeEffect(Vm vm) {
    PendingChanges.tidy(vm);
    cluster.files().write(vm);
    if (vm.pending().isEmpty() && vm.pendingDeletes().isEmpty()) {
      return;
    }
    Map<String, String> errors =
        vm.isRunning() ? changes.hotplug(vm, access, modified) : changes.apply(vm, access);
    if (!errors.isEmpty()) {
      throw ApiFailure.parameters(errors);
    }
  }
}
