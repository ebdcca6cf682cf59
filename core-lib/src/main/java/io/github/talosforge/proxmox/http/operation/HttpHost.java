package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Host;
import io.github.talosforge.proxmox.NewVm;
import io.github.talosforge.proxmox.StorageSummary;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.VmSummary;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;

/** Operations on a host. */
record HttpHost(Calls calls, String name) implements Host {
  @Override
  public List<StorageSummary> storages() {
    return storages(ApiRequest.get("/nodes/{node}/storage", name));
  }

  List<StorageSummary> storages(ApiRequest request) {
    return calls.list(request).stream().map(HttpHost::storage).toList();
  }

  private static StorageSummary storage(AnswerNode entry) {
    return new StorageSummary(
        entry.requiredText("storage"),
        entry.requiredText("type"),
        entry.words("content"),
        entry.flag("enabled", true),
        entry.flag("active"),
        entry.flag("shared"),
        entry.number("total"),
        entry.number("used"),
        entry.number("avail"));
  }

  @Override
  public List<VmSummary> vms() {
    return calls.list(ApiRequest.get("/nodes/{node}/qemu", name)).stream()
        .map(HttpHost::vm)
        .toList();
  }

  private static VmSummary vm(AnswerNode entry) {
    return new VmSummary(
        entry.requiredInteger("vmid"),
        entry.text("name"),
        entry.text("status").orElse("unknown"),
        entry.flag("template"),
        entry.text("lock"),
        entry.tags("tags"),
        entry.number("maxmem"));
  }

  @Override
  public List<TaskSummary> tasks() {
    return TaskSummaries.decode(
        calls.list(ApiRequest.get("/nodes/{node}/tasks", name).with("source", "all")));
  }

  @Override
  public List<String> cpuModels() {
    return calls.list(ApiRequest.get("/nodes/{node}/capabilities/qemu/cpu", name)).stream()
        .map(model -> model.requiredText("name"))
        .toList();
  }

  @Override
  public TaskHandle create(NewVm vm) {
    ApiRequest request =
        VmSettings.addTo(
                ApiRequest.post("/nodes/{node}/qemu", name).with("vmid", vm.id()), vm.settings())
            .withOptional("pool", vm.pool())
            .withOptional("import-working-storage", vm.importStorage())
            .slowOn(name)
            .lookedUpBy(Lookups.task(name, vm.id(), "qmcreate"));
    return calls.start(
        VmSettings.storageOfImport(vm.settings()).map(request::copyingTo).orElse(request));
  }
}
