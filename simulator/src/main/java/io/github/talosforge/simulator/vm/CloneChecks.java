package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whether a VM can be cloned as asked, and what the clone will be made of. */
final class CloneChecks {
  private static final Set<String> NOT_COPIED =
      Set.of("parent", "snaptime", "vmstate", "lock", "template");

  private final Cluster cluster;
  private final KeyPrivileges privileges;
  private final PoolMembers pools;

  CloneChecks(Cluster cluster) {
    this.cluster = cluster;
    this.privileges = new KeyPrivileges(cluster.world());
    this.pools = new PoolMembers(cluster.world());
  }

  /** Checks a call, before the fork and again under the locks. */
  ClonePlan plan(ApiCall call, boolean running) {
    String host = call.path("node");
    pools.checkExists(call.optional("pool"));
    @Nullable String target = ClonePlan.target(call);
    if (target != null) {
      cluster.files().checkHost(target);
    }
    checkStorage(call.optional("storage"), host, target);
    cluster.files().checkQuorum();
    Vm source = cluster.files().load(host, call.vmid());
    VmFiles.checkLock(source);
    if (source.isRunning() != running) {
      throw ApiFailure.died("unexpected state change");
    }
    boolean full = call.flag("full", !source.isTemplate());
    checkLinkedOptions(call, full);
    checkAccess(call, source, target);
    if (isHere(host, (int) call.number("newid", 0))) {
      throw ApiFailure.died(
          "unable to create VM " + call.required("newid") + ": config file already exists");
    }
    return plan(source, full, running);
  }

  private void checkStorage(@Nullable String id, String host, @Nullable String target) {
    if (id == null) {
      return;
    }
    Storage storage = cluster.storages().enabled(id, host);
    if (!storage.content().contains("images")) {
      throw ApiFailure.parameter("storage", "storage '" + id + "' does not support vm images");
    }
    if (target != null) {
      cluster.storages().enabled(id, target);
      if (!storage.shared()) {
        throw ApiFailure.died("can't clone to non-shared storage '" + id + "'");
      }
    }
  }

  private static void checkLinkedOptions(ApiCall call, boolean full) {
    for (String option : List.of("storage", "format")) {
      if (!full && call.given(option)) {
        throw ApiFailure.died("parameter '" + option + "' not allowed for linked clones");
      }
    }
  }

  private void checkAccess(ApiCall call, Vm source, @Nullable String target) {
    Access access = new Access(call.principal());
    boolean shared = true;
    for (Map.Entry<String, String> entry : new TreeMap<>(source.config()).entrySet()) {
      if (!Drive.isKey(entry.getKey())) {
        continue;
      }
      Drive drive = Drive.parse(entry.getKey(), entry.getValue());
      if (drive.isCdrom() && drive.file().equals("cdrom")) {
        access.check("/", "Sys.Console");
      } else if (drive.isVolume()) {
        String storage = VolumeName.Id.require(drive.file()).storage();
        shared &= cluster.storages().config(storage).shared();
        if (!drive.isCdrom()) {
          access.check("/storage/" + call.text("storage", storage), "Datastore.AllocateSpace");
        }
      }
    }
    privileges.checkMappings(access, source.config());
    privileges.checkBridges(access, source.config());
    privileges.checkCpu(access, source.config().get("cpu"), null);
    if (target != null && !shared) {
      throw ApiFailure.died("can't clone VM to node '" + target + "' (VM uses local storage)");
    }
  }

  private boolean isHere(String host, int vmid) {
    Vm vm = cluster.world().vms().get(vmid);
    return vm != null && vm.host().equals(host);
  }

  private ClonePlan plan(Vm source, boolean full, boolean running) {
    Map<String, String> config = new TreeMap<>();
    Map<String, Drive> drives = new TreeMap<>();
    for (Map.Entry<String, String> entry : source.config().entrySet()) {
      String key = entry.getKey();
      String value = entry.getValue();
      if (NOT_COPIED.contains(key) || Drive.isUnusedKey(key)) {
        continue;
      }
      if (full && running && key.equals("tpmstate0")) {
        throw ApiFailure.died("cannot clone TPM state while VM is running");
      }
      if (key.matches("net\\d+")) {
        config.put(key, NetworkDevice.parse(key, value).withNewMac(cluster.world().dice()).print());
      } else if (Drive.isKey(key) && !Drive.parse(key, value).isPlainCdrom()) {
        drives.put(key, checked(source, Drive.parse(key, value), full));
      } else {
        config.put(key, value);
      }
    }
    return new ClonePlan(config, drives, full);
  }

  private Drive checked(Vm source, Drive drive, boolean full) {
    if (!ClonePlan.isFull(drive, full)) {
      Volume volume = cluster.storages().require(drive.file(), source.host());
      DiskCopies.checkLinkable(volume, drive.key());
    }
    return drive;
  }
}
