package io.github.talosforge.apply;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.KeepApart;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.PreferHost;
import io.github.talosforge.plan.ReleaseHa;
import io.github.talosforge.plan.RemoveHaEntry;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.HaGroup;
import io.github.talosforge.proxmox.HaResource;
import io.github.talosforge.proxmox.HaRule;
import io.github.talosforge.proxmox.HighAvailability;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Tells high availability what it should look after. */
final class HaSetting {
  private final HighAvailability manager;
  private final Tasks tasks;
  private final VmGuard guard;

  HaSetting(HighAvailability manager, Tasks tasks, VmGuard guard) {
    this.manager = manager;
    this.tasks = tasks;
    this.guard = guard;
  }

  /** A VM that stands still, for it waits for a CD, is not started by anybody else meanwhile. */
  void manage(ManageHa change) {
    boolean running = ours(change.vm()).vm().status().isRunning();
    HaResource wanted =
        new HaResource(
            change.vm().vmId().value(),
            running ? "started" : "stopped",
            change.group(),
            OptionalInt.of(change.maxRestart()),
            OptionalInt.of(change.maxRelocate()),
            Optional.of(ManageHa.mark(change.vm().identity().uid())));
    if (change.known()) {
      manager.update(keepingState(wanted));
    } else {
      manager.manage(wanted);
    }
  }

  /** Somebody who stopped a VM for a while wants it to stay so; and whose it is stays written. */
  private HaResource keepingState(HaResource wanted) {
    return manager.resources().stream()
        .filter(now -> now.vmId() == wanted.vmId())
        .findFirst()
        .map(
            now ->
                new HaResource(
                    wanted.vmId(),
                    now.state(),
                    wanted.group(),
                    wanted.maximumRestarts(),
                    wanted.maximumRelocations(),
                    now.comment()))
        .orElse(wanted);
  }

  void release(ReleaseHa change) {
    VmGuard.Found unused = ours(change.vm());
    manager.release(change.vm().vmId().value());
  }

  /** An entry is about a number; what has that number now must be the node's. */
  private VmGuard.Found ours(NodeVm node) {
    tasks.refuseIfStopped();
    return guard.finished(node);
  }

  void separate(KeepApart change) {
    tasks.refuseIfStopped();
    HaRule rule =
        HaRule.ResourceAffinity.apart(
            change.name(), change.vms().stream().map(VmId::value).toList());
    if (change.known()) {
      manager.updateRule(rule);
    } else {
      manager.createRule(rule);
    }
  }

  void prefer(PreferHost change) {
    tasks.refuseIfStopped();
    Map<String, Integer> hosts =
        change.hosts().entrySet().stream()
            .collect(Collectors.toMap(host -> name(host.getKey()), Map.Entry::getValue));
    HaGroup group =
        new HaGroup(change.name(), hosts, false, false, Optional.of("Made by Talosforge"));
    if (change.known()) {
      manager.updateGroup(group);
    } else {
      create(group);
    }
  }

  private static String name(HostName host) {
    return host.value();
  }

  /** Two runs that make the same group make it alike. */
  private void create(HaGroup group) {
    try {
      manager.createGroup(group);
    } catch (ProxmoxException e) {
      if (e.kind() != ErrorKind.ALREADY_EXISTS && !e.outcomeUnknown()) {
        throw e;
      }
      boolean there = manager.groups().stream().anyMatch(one -> one.name().equals(group.name()));
      if (!there) {
        throw e;
      }
    }
  }

  /** A rule goes by itself with the last VM that it names, perhaps between two calls of this. */
  void remove(RemoveHaEntry change) {
    tasks.refuseIfStopped();
    if (!isThere(change)) {
      return;
    }
    refuseIfVmIsBack(change);
    try {
      delete(change);
    } catch (ProxmoxException e) {
      if (isThere(change)) {
        throw e;
      }
    }
  }

  /** An entry is about a number, which somebody can have given to a new VM meanwhile. */
  private void refuseIfVmIsBack(RemoveHaEntry change) {
    if (change.kind() == RemoveHaEntry.Kind.RESOURCE) {
      manager.resources().stream()
          .filter(resource -> resource.sid().equals(change.name()))
          .filter(resource -> guard.isTaken(resource.vmId()))
          .findFirst()
          .ifPresent(
              resource -> {
                throw new ChangeFailedException(
                    "There is a VM "
                        + resource.vmId()
                        + " by now, so high availability goes on looking after it.\nPlan again.");
              });
    }
  }

  private boolean isThere(RemoveHaEntry change) {
    String name = change.name();
    return switch (change.kind()) {
      case RESOURCE -> manager.resources().stream().map(HaResource::sid).anyMatch(name::equals);
      case RULE -> manager.rules().stream().map(HaRule::name).anyMatch(name::equals);
      case GROUP -> manager.groups().stream().map(HaGroup::name).anyMatch(name::equals);
    };
  }

  private void delete(RemoveHaEntry change) {
    String name = change.name();
    switch (change.kind()) {
      case RESOURCE ->
          manager.resources().stream()
              .filter(resource -> resource.sid().equals(name))
              .forEach(resource -> manager.release(resource.vmId()));
      case RULE -> manager.deleteRule(name);
      case GROUP -> manager.deleteGroup(name);
    }
  }
}
