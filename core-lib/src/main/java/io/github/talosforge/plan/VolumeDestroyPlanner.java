package io.github.talosforge.plan;

import io.github.talosforge.desired.DataVolume;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.Volume;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Plans the end of one volume that a data VM keeps. It must be one that the files no longer name,
 * and nobody may have it attached or be able to; everything else is refused in a sentence.
 */
public final class VolumeDestroyPlanner {
  private final PlanRequest request;
  private final Function<VmId, Set<String>> stored;
  private final Supplier<AttachedVolumes> attached;
  private final Draft draft = new Draft();
  private final VolumeRefusals refusals = new VolumeRefusals(draft);

  /**
   * Prepares to plan.
   *
   * @param request the cluster and the live system; its selection names the node
   * @param stored lists the volumes on storages that carry a VM's id
   * @param attached tells which volumes VMs name; asked only if the volume could go
   */
  public VolumeDestroyPlanner(
      PlanRequest request, Function<VmId, Set<String>> stored, Supplier<AttachedVolumes> attached) {
    this.request = request;
    this.stored = stored;
    this.attached = attached;
  }

  /**
   * Makes the plan.
   *
   * @param name the volume, as the files called it
   */
  public Plan plan(String name) {
    List<Claim> dataVms =
        request.owned().claims().stream().filter(claim -> claim.part() == NodePart.DATA).toList();
    Optional<Claim> dataVm = node(dataVms).flatMap(node -> only(node, claims(dataVms, node)));
    dataVm.ifPresent(claim -> plan(name, request.owned().vm(claim), claim.guest()));
    return Plan.of(
        request.spec().name(),
        draft.changes,
        FindingReport.of(draft.findings),
        PlanDigest.of(draft.changes, dataVm.stream().map(Claim::guest).toList()));
  }

  /** Returns the node, which need not be in the files any more. */
  private Optional<NodeName> node(List<Claim> dataVms) {
    Set<NodeName> nodes = new TreeSet<>();
    request.spec().nodes().forEach(node -> nodes.add(node.name()));
    dataVms.forEach(claim -> claim.node().ifPresent(nodes::add));
    List<Finding> wrong = SelectionReport.ofNodes(request.selection(), nodes);
    if (!wrong.isEmpty()) {
      draft.findings.addAll(wrong);
      return Optional.empty();
    }
    List<NodeName> selected = nodes.stream().filter(request.selection()::selects).toList();
    if (selected.size() != 1) {
      refusals.notOneNode(selected.size(), nodes);
      return Optional.empty();
    }
    return Optional.of(selected.get(0));
  }

  private static List<Claim> claims(List<Claim> dataVms, NodeName node) {
    return dataVms.stream().filter(claim -> claim.node().equals(Optional.of(node))).toList();
  }

  /** Returns the node's data VM if there is exactly one and it is provably that. */
  private Optional<Claim> only(NodeName node, List<Claim> claims) {
    List<Claim> showing =
        claims.stream().filter(claim -> claim.state() != Claim.State.COPY).toList();
    if (showing.size() > 1) {
      new IdentityReport(request.owned(), draft).unlessOneKeepsData(node, showing);
      return Optional.empty();
    }
    Optional<Claim> ours =
        showing.stream().filter(claim -> claim.state() == Claim.State.OURS).findFirst();
    if (ours.isEmpty()) {
      Set<ObservedGuest> doubtful = new LinkedHashSet<>(request.hidden().of(node, NodePart.DATA));
      claims.stream().map(Claim::guest).forEach(doubtful::add);
      refusals.noDataVm(node, List.copyOf(doubtful));
    }
    return ours;
  }

  private void plan(String name, NodeVm vm, ObservedGuest guest) {
    Optional<NodeSpec> wanting =
        request.owned().node(vm.node()).filter(node -> DataVolume.isNamed(node, name));
    if (wanting.isPresent()) {
      refusals.wanted(name, wanting.get());
      return;
    }
    GuestConfiguration live = guest.configuration().orElseThrow();
    KeptVolumes kept = KeptVolumes.of(guest.id(), live);
    Optional<Volume> volume = Optional.ofNullable(kept.byName().get(DataVolume.nameOf(name)));
    if (volume.isPresent()) {
      destroy(name, vm, guest, volume.get());
    } else if (!Removal.isProtected(guest)) {
      mend(name, vm, live);
    } else {
      unknown(name, vm, kept);
    }
  }

  private void destroy(String name, NodeVm vm, ObservedGuest guest, Volume volume) {
    List<String> keys = keys(guest, volume);
    if (keys.size() != 1 || !keys.get(0).startsWith("unused")) {
      refusals.used(volume, List.of(guest.label() + " as " + String.join(", ", keys)));
      return;
    }
    AttachedVolumes inUse = attached.get();
    Set<String> others = inUse.others(volume.text(), guest.id(), keys.get(0));
    if (!others.isEmpty()) {
      refusals.used(volume, others);
    } else if (!inUse.certain()) {
      refusals.perhapsUsed(volume, inUse);
    } else {
      draft.changes.add(
          new DestroyVolume(
              ChangeId.of("destroy-volume", vm.node(), name),
              vm,
              keys.get(0),
              name,
              volume.text(),
              Set.of()));
    }
  }

  /** Returns where the data VM has it, now or after a start that nobody should ask for. */
  private static List<String> keys(ObservedGuest guest, Volume volume) {
    Set<String> keys = new TreeSet<>();
    guest
        .configuration()
        .ifPresent(
            live ->
                List.of(live.current(), live.afterRestart())
                    .forEach(values -> collect(values, volume, keys)));
    return new ArrayList<>(keys);
  }

  private static void collect(Map<String, String> values, Volume volume, Set<String> keys) {
    values.forEach(
        (key, text) -> {
          if (text.split(",", 2)[0].equals(volume.text())) {
            keys.add(key);
          }
        });
  }

  /** A run that was interrupted after the volume was gone left the VM without its protection. */
  private void mend(String name, NodeVm vm, GuestConfiguration live) {
    FieldChange protection =
        new FieldChange(
            "protection",
            Optional.empty(),
            live.get("protection"),
            Optional.of("1"),
            Effect.AT_ONCE,
            Optional.empty());
    draft.changes.add(
        new ChangeConfiguration(
            ChangeId.of("configure", vm.name()),
            vm,
            live.digest(),
            List.of(protection),
            Map.of("protection", "1"),
            Set.of()));
    refusals.gone(name, vm);
  }

  private void unknown(String name, NodeVm vm, KeptVolumes kept) {
    Optional<String> unlisted =
        stored.apply(vm.vmId()).stream()
            .filter(
                volume ->
                    KeptVolumes.name(Volume.parse(volume))
                        .equals(Optional.of(DataVolume.nameOf(name))))
            .findFirst();
    if (unlisted.isPresent()) {
      refusals.unlisted(unlisted.get(), vm);
    } else {
      refusals.unknown(name, vm, kept.byName().keySet());
    }
  }
}
