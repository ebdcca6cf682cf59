package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Vm;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Brings pending changes into force: all of them when a VM is off, else those that can be. */
final class PendingChanges {
  private final Cluster cluster;
  private final UnusedDisks unused;

  PendingChanges(Cluster cluster) {
    this.cluster = cluster;
    this.unused = new UnusedDisks(cluster);
  }

  /** Drops what changes nothing. */
  static void tidy(Vm vm) {
    vm.pending().entrySet().removeIf(e -> e.getValue().equals(vm.config().get(e.getKey())));
    vm.pendingDeletes().keySet().removeIf(key -> !vm.config().containsKey(key));
  }

  /** Applies everything; errors by key. */
  Map<String, String> apply(Vm vm, Access access) {
    Map<String, String> errors = new TreeMap<>();
    for (Map.Entry<String, Boolean> entry : new TreeMap<>(vm.pendingDeletes()).entrySet()) {
      attempt(entry.getKey(), errors, () -> delete(vm, access, entry.getKey(), entry.getValue()));
    }
    tidy(vm);
    for (String key : new TreeMap<>(vm.pending()).keySet()) {
      attempt(key, errors, () -> set(vm, key));
    }
    cluster.files().write(vm);
    return errors;
  }

  private static void attempt(String key, Map<String, String> errors, Runnable change) {
    try {
      change.run();
    } catch (ApiFailure e) {
      errors.put(key, "unable to apply pending change " + key + " : " + e.reason());
    }
  }

  /** Applies what a running VM takes; problems by key, their changes stay pending. */
  Map<String, String> hotplug(Vm vm, Access access, Set<String> selection) {
    Map<String, String> problems = new TreeMap<>();
    for (String key : new TreeMap<>(vm.pending()).keySet()) {
      if (HotplugRules.hasNoEffectOnGuest(key)) {
        set(vm, key);
      }
    }
    for (Map.Entry<String, Boolean> entry : new TreeMap<>(vm.pendingDeletes()).entrySet()) {
      if (selection.contains(entry.getKey())) {
        hotRemove(vm, access, entry.getKey(), entry.getValue(), problems);
      }
    }
    for (String key : new TreeMap<>(vm.pending()).keySet()) {
      if (selection.contains(key)) {
        hotSet(vm, key, problems);
      }
    }
    cluster.files().write(vm);
    return problems;
  }

  private void hotRemove(
      Vm vm, Access access, String key, boolean force, Map<String, String> problems) {
    try {
      if (new HotplugRules(vm).removes(key)) {
        delete(vm, access, key, force);
      }
    } catch (HotplugRules.Problem problem) {
      problems.put(key, problem.text());
    } catch (ApiFailure failure) {
      problems.put(key, "hotplug problem - " + failure.reason() + "\n");
    }
  }

  private void hotSet(Vm vm, String key, Map<String, String> problems) {
    try {
      if (new HotplugRules(vm).takes(key, vm.pending().getOrDefault(key, ""))) {
        set(vm, key);
      }
    } catch (HotplugRules.Problem problem) {
      problems.put(key, problem.text());
    }
  }

  private void delete(Vm vm, Access access, String key, boolean force) {
    String value = vm.config().get(key);
    if (value != null && Drive.isKey(key)) {
      Drive drive = Drive.parse(key, value);
      if (force) {
        access.checkVm(vm.id(), null, "VM.Config.Disk");
        unused.free(vm, access, key, drive);
      } else {
        unused.register(vm, drive);
      }
    }
    vm.config().remove(key);
    vm.pendingDeletes().remove(key);
  }

  private void set(Vm vm, String key) {
    String value = vm.pending().get(key);
    if (value == null) {
      return;
    }
    String old = vm.config().get(key);
    if (old != null && Drive.isKey(key)) {
      Drive before = Drive.parse(key, old);
      if (!Objects.equals(before.file(), Drive.parse(key, value).file())) {
        unused.register(vm, before);
      }
    }
    vm.config().put(key, value);
    vm.pending().remove(key);
  }
}
