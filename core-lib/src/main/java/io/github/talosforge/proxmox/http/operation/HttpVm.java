package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.GuestInterface;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.PendingSetting;
import io.github.talosforge.proxmox.ShutdownOptions;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.proxmox.VmSnapshot;
import io.github.talosforge.proxmox.VmStatus;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.property.DiskSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Operations on a VM. */
record HttpVm(Calls calls, String host, int id) implements Vm {
  private static final String VM = "/nodes/{node}/qemu/{vmid}";
  private static final Pattern KEPT = Pattern.compile("unused\\d+");

  @Override
  public VmConfig config() {
    return VmSettings.decode(calls.call(get("/config")));
  }

  @Override
  public VmConfig currentConfig() {
    return VmSettings.decode(calls.call(get("/config").with("current", true)));
  }

  @Override
  public List<PendingSetting> pending() {
    return calls.list(get("/pending")).stream().map(VmAnswers::pendingSetting).toList();
  }

  @Override
  public List<VmSnapshot> snapshots() {
    return calls.list(get("/snapshot")).stream()
        .map(VmAnswers::snapshot)
        .filter(snapshot -> !snapshot.name().equals(VmAnswers.PRESENT_STATE))
        .toList();
  }

  @Override
  public VmConfig snapshotConfig(String snapshot) {
    return VmSettings.decode(calls.call(get("/config").with("snapshot", snapshot)));
  }

  @Override
  public VmStatus status() {
    return VmAnswers.status(calls.call(get("/status/current")));
  }

  @Override
  public TaskHandle cloneTo(VmClone clone) {
    ApiRequest request =
        post("/clone")
            .with("newid", clone.newId())
            .with("full", clone.full())
            .withOptional("name", clone.name())
            .withOptional("description", clone.description())
            .withOptional("pool", clone.pool())
            .withOptional("storage", clone.storage())
            .withOptional("format", clone.format())
            .withOptional("target", clone.targetHost())
            .slowOn(host)
            .lookedUpBy(new CloneLookup(host, id, clone));
    Optional<String> storage = clone.full() ? storageOfCopy(clone) : Optional.empty();
    return calls.start(storage.map(request::copyingTo).orElse(request));
  }

  /** Without a storage of its own a copy goes to the storage of its source. */
  private Optional<String> storageOfCopy(VmClone clone) {
    return clone.storage().or(() -> VmAnswers.storageOfFirstDisk(config()));
  }

  @Override
  public Optional<TaskHandle> configure(ConfigChange change) {
    ApiRequest request = changed(post("/config"), change).slowOn(host);
    return calls.startIfNeeded(request.lookedUpBy(Lookups.task(host, id, "qmconfig")));
  }

  @Override
  public void configureNow(ConfigChange change) {
    calls.call(
        changed(put("/config"), change).lookedUpBy(new ConfigLookup(get("/config"), change)));
  }

  private static ApiRequest changed(ApiRequest request, ConfigChange change) {
    change.deleted().stream()
        .filter(key -> KEPT.matcher(key).matches())
        .findFirst()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(
                  "to remove " + key + " destroys a volume, which destroyKept is for");
            });
    return VmSettings.addTo(request, change.settings())
        .withOptional("delete", joined(change.deleted()))
        .withOptional("revert", joined(change.reverted()))
        .withOptional("digest", change.digest());
  }

  private static Optional<String> joined(List<String> keys) {
    return keys.isEmpty() ? Optional.empty() : Optional.of(String.join(",", keys));
  }

  @Override
  public TaskHandle resize(String disk, DiskSize size) {
    return calls.start(
        put("/resize")
            .with("disk", disk)
            .with("size", size.text())
            .lookedUpBy(Lookups.task(host, id, "resize")));
  }

  @Override
  public TaskHandle moveDisk(
      String disk, String storage, boolean deleteSource, String digest, Look look) {
    return calls.start(
        post("/move_disk")
            .with("disk", disk)
            .with("storage", storage)
            .with("delete", deleteSource)
            .with("digest", digest)
            .slowOn(host)
            .copyingTo(storage)
            .after(look)
            .lookedUpBy(Lookups.task(host, id, "qmmove")));
  }

  @Override
  public TaskHandle reassignDisk(String disk, int targetId, String targetDisk) {
    return calls.start(
        post("/move_disk")
            .with("disk", disk)
            .with("target-vmid", targetId)
            .with("target-disk", targetDisk)
            .lookedUpBy(Lookups.task(host, id, "qmmove")));
  }

  @Override
  public void detach(List<String> disks) {
    calls.call(unlink(disks, false));
  }

  @Override
  public void destroyDisks(List<String> disks, Look look) {
    calls.call(unlink(disks, true).after(look));
  }

  private ApiRequest unlink(List<String> disks, boolean force) {
    ConfigChange deletion = new ConfigChange(Map.of(), disks, List.of(), Optional.empty());
    return put("/unlink")
        .with("idlist", String.join(",", disks))
        .with("force", force)
        .lookedUpBy(new ConfigLookup(get("/config"), deletion));
  }

  @Override
  public Optional<TaskHandle> destroyKept(String key, String digest, Look look) {
    if (!KEPT.matcher(key).matches()) {
      throw new IllegalArgumentException(key + " keeps no volume");
    }
    return calls.startIfNeeded(
        post("/config")
            .with("delete", key)
            .with("digest", digest)
            .slowOn(host)
            .after(look)
            .lookedUpBy(Lookups.task(host, id, "qmconfig")));
  }

  @Override
  public TaskHandle convertToTemplate(Look look) {
    return calls.start(
        post("/template")
            .slowOn(host)
            .after(look)
            .lookedUpBy(Lookups.task(host, id, "qmtemplate")));
  }

  @Override
  public TaskHandle start() {
    return calls.start(power("start", "qmstart", "hastart"));
  }

  @Override
  public TaskHandle stop(Look look) {
    return calls.start(power("stop", "qmstop", "hastop").after(look));
  }

  @Override
  public TaskHandle stopOverrulingShutdown(Look look) {
    return calls.start(
        power("stop", "qmstop", "hastop").with("overrule-shutdown", true).after(look));
  }

  private ApiRequest power(String verb, String... types) {
    return post("/status/" + verb).lookedUpBy(Lookups.task(host, id, types));
  }

  @Override
  public TaskHandle shutdown(ShutdownOptions options, Look look) {
    ApiRequest request = power("shutdown", "qmshutdown", "hastop");
    return calls.start(
        waiting(request.with("forceStop", options.forceStop()), options).after(look));
  }

  @Override
  public TaskHandle reboot(ShutdownOptions options, Look look) {
    return calls.start(waiting(power("reboot", "qmreboot"), options).after(look));
  }

  private static ApiRequest waiting(ApiRequest request, ShutdownOptions options) {
    return options.timeout().map(time -> request.with("timeout", time.toSeconds())).orElse(request);
  }

  @Override
  public TaskHandle delete(VmDeletion options, Look look) {
    return calls.start(
        ApiRequest.destroy(look, VM, host, id)
            .with("purge", options.purge())
            .with("destroy-unreferenced-disks", options.unreferencedDisks())
            .slowOn(host)
            .lookedUpBy(Lookups.task(host, id, "qmdestroy")));
  }

  @Override
  public void pingAgent() {
    calls.call(post("/agent/ping").readingOnly());
  }

  @Override
  public List<GuestInterface> agentInterfaces() {
    return calls.call(get("/agent/network-get-interfaces")).at("result").items().stream()
        .map(VmAnswers::guestInterface)
        .toList();
  }

  @Override
  public void regenerateCloudInit() {
    calls.call(put("/cloudinit"));
  }

  private ApiRequest get(String below) {
    return ApiRequest.get(VM + below, host, id);
  }

  private ApiRequest post(String below) {
    return ApiRequest.post(VM + below, host, id);
  }

  private ApiRequest put(String below) {
    return ApiRequest.put(VM + below, host, id);
  }
}
