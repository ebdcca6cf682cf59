package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.plan.AddVolumes.NewVolume;
import io.github.talosforge.proxmox.property.Volume;
import io.github.talosforge.versions.VersionNote;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What has to be done for the VMs that keep nodes' data. They come before their nodes' VMs, so that
 * a node never starts without its data.
 */
final class DataVmPlanning {
  private final PlanRequest request;
  private final Draft draft;
  private final Census census;
  private final Optional<VersionNote> ran;

  /**
   * A node whose data is there when some changes are done.
   *
   * @param target the node, with the volumes that its data disks are
   * @param before the changes that must have succeeded
   */
  record Prepared(NodeTarget target, Set<ChangeId> before) {}

  /**
   * Prepares to plan.
   *
   * @param ran what a node ran whose VM is made anew, to be noted before it goes
   */
  DataVmPlanning(PlanRequest request, Draft draft, Census census, Optional<VersionNote> ran) {
    this.request = request;
    this.draft = draft;
    this.census = census;
    this.ran = ran;
  }

  /**
   * Plans for a node's data.
   *
   * @param target the node
   * @param host where the node's VM is or will be
   * @param finished whether the node's VM is there and has its disks
   * @return the node; empty when something forbids to go on, which is reported
   */
  Optional<Prepared> prepare(NodeTarget target, HostName host, boolean finished) {
    Optional<Claim> claim = census.dataVmOf(target.node());
    DataVmReport report = new DataVmReport(target, draft);
    if (!target.spec().volumes().dataVm()) {
      claim.ifPresent(kept -> report.notInFiles(kept.guest()));
      return claim.isPresent() ? Optional.empty() : Optional.of(new Prepared(target, Set.of()));
    }
    checkStorages(target, report);
    if (claim.isPresent()) {
      return existing(target, host, claim.get(), finished ? ran : Optional.empty(), report);
    }
    if (finished) {
      // Whatever stands in its place was reported, with what to do about that.
      if (census.isDataVmMissing(target)) {
        report.missing(census.vmOf(target.node()).map(Claim::guest));
      }
      return Optional.empty();
    }
    return census.isDataVmMissing(target)
        ? target.assignment().dataVmId().map(id -> made(target, vm(target, id, host), false))
        : Optional.empty();
  }

  private Optional<Prepared> existing(
      NodeTarget target,
      HostName host,
      Claim claim,
      Optional<VersionNote> note,
      DataVmReport report) {
    ObservedGuest guest = claim.guest();
    NodeVm vm = vm(target, guest.id(), guest.host());
    switch (claim.state()) {
      case OURS -> {
        GuestConfiguration live = guest.configuration().orElseThrow();
        return report.isElsewhere(guest, host, storages(target, live, guest.id()), request)
            ? Optional.empty()
            : Optional.of(compared(target, vm, guest, live, note, report));
      }
      case UNFINISHED -> {
        return Optional.of(made(target, vm, true));
      }
      case UNREACHABLE -> {
        draft.left.add(target.node());
        report.unreachable(guest);
        return Optional.empty();
      }
      default -> {
        return Optional.empty();
      }
    }
  }

  private Prepared made(NodeTarget target, NodeVm vm, boolean begun) {
    WantedConfiguration wanted = DataVmMarks.onNew(target, vm);
    CreateVm.Source source =
        begun ? new CreateVm.Source.Made() : new CreateVm.Source.Nothing(storages(target));
    Row row = new Row();
    row.add(
        before ->
            new CreateVm(
                ChangeId.of("create", vm.name()),
                vm,
                source,
                wanted.values().getOrDefault("description", ""),
                wanted.without(Creation.NOT_AT_ONCE),
                wanted,
                Map.of(),
                target.spec().vm().marks().pool(),
                false,
                before));
    return planned(target, vm, new KeptVolumes(Map.of()), row);
  }

  private Prepared compared(
      NodeTarget target,
      NodeVm vm,
      ObservedGuest guest,
      GuestConfiguration live,
      Optional<VersionNote> note,
      DataVmReport report) {
    Row row = new Row();
    List<FieldChange> fields = DataVmMarks.differences(vm, live, note);
    if (!fields.isEmpty()) {
      Map<String, String> values =
          DataVmMarks.onExisting(vm, live, note).differencesTo(live.afterRestart());
      ChangeId id = ChangeId.of("configure", vm.name());
      row.add(before -> new ChangeConfiguration(id, vm, live.digest(), fields, values, before));
    }
    KeptVolumes kept = KeptVolumes.of(vm.vmId(), live);
    report.look(guest, kept, census.vmOf(target.node()).map(Claim::guest));
    return planned(target.withFormerVolumes(former(target, kept)), vm, kept, row);
  }

  /** What people made by hand has other names and stays. */
  private static Set<String> former(NodeTarget target, KeptVolumes kept) {
    Set<String> wanted =
        target.dataVolumes().values().stream().map(DataVolume::name).collect(Collectors.toSet());
    return kept.byName().entrySet().stream()
        .filter(entry -> !wanted.contains(entry.getKey()))
        .filter(entry -> DataVolume.isVolume(entry.getKey()))
        .map(entry -> entry.getValue().text())
        .collect(Collectors.toSet());
  }

  /** Adds the volumes that are not there, and tells the node which ones its disks are. */
  private Prepared planned(NodeTarget target, NodeVm vm, KeptVolumes kept, Row row) {
    Map<String, String> volumes = new TreeMap<>();
    Map<String, NewVolume> missing = new TreeMap<>();
    target
        .dataVolumes()
        .forEach(
            (key, wanted) -> {
              Volume there = kept.byName().get(wanted.name());
              NewVolume made = volume(wanted, vm);
              volumes.put(key, there == null ? made.volume() : there.text());
              if (there == null) {
                missing.put(key, made);
              }
            });
    if (!missing.isEmpty()) {
      ChangeId id = ChangeId.of("add-volumes", vm.name());
      row.add(before -> new AddVolumes(id, vm, List.copyOf(missing.values()), before));
    }
    draft.changes.addAll(row.changes());
    return new Prepared(target.withVolumes(volumes), row.last());
  }

  private NewVolume volume(DataVolume wanted, NodeVm vm) {
    boolean files =
        request
            .observed()
            .storage(wanted.storage(), vm.host())
            .filter(ObservedStorage::files)
            .isPresent();
    return new NewVolume(
        wanted.name(),
        wanted.storage(),
        wanted.fileName(vm.vmId(), files),
        wanted.volume(vm.vmId(), files),
        wanted.size());
  }

  private static Set<StorageName> storages(NodeTarget target, GuestConfiguration live, VmId id) {
    Set<StorageName> storages = storages(target);
    KeptVolumes.of(id, live)
        .byName()
        .values()
        .forEach(volume -> volume.storage().map(StorageName::of).ifPresent(storages::add));
    return storages;
  }

  private static Set<StorageName> storages(NodeTarget target) {
    return target.dataVolumes().values().stream()
        .map(DataVolume::storage)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void checkStorages(NodeTarget target, DataVmReport report) {
    if (target.spec().vm().lifecycle().ha().enabled()) {
      target.dataVolumes().values().stream()
          .map(DataVolume::storage)
          .filter(storage -> !request.observed().isShared(storage))
          .findFirst()
          .ifPresent(report::local);
    }
  }

  private NodeVm vm(NodeTarget target, VmId id, HostName host) {
    return request.owned().vm(target.node(), NodePart.DATA, id, host, Optional.empty());
  }
}
