package io.github.talosforge;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ImageStock;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.observe.StockReader;
import io.github.talosforge.observe.VolumeUsers;
import io.github.talosforge.plan.CleaningPlanner;
import io.github.talosforge.plan.DestroyPlanner;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plans what goes, after a closer look at who needs it still. */
record Removals(ClusterSpec spec, ClusterUid uid, ProxmoxClient client, ObservedCluster observed) {

  /** A CD with a configuration goes with the VM that it was made for. */
  Plan vms(NodeSelection selection, boolean liftProtection, boolean withData) {
    Plan vms = vmsAlone(selection, liftProtection, withData);
    return vms.withDiscsRemoved(
        new DiscsInSight(spec, uid, client, observed)
            .all().stream()
                .filter(disc -> selection.selects(disc.file().node()))
                .filter(disc -> !vms.left().contains(disc.file().node()))
                .map(disc -> removal(disc, vms))
                .toList());
  }

  private static RemoveDisc removal(DiscsInSight.Disc disc, Plan vms) {
    return RemoveDisc.of(
        disc.host(),
        StorageName.of(disc.volume().substring(0, disc.volume().indexOf(':'))),
        disc.file(),
        vms.changes(DestroyVm.class).stream()
            .filter(destroy -> destroy.vm().node().equals(disc.file().node()))
            .map(DestroyVm::id)
            .collect(Collectors.toSet()));
  }

  private Plan vmsAlone(NodeSelection selection, boolean liftProtection, boolean withData) {
    DestroyPlanner planner = new DestroyPlanner(spec, observed, Ownership.of(spec, uid));
    return withData
        ? planner.planWithData(
            selection, liftProtection, new VolumeUsers(client, observed).of(planner.dataVms()))
        : planner.plan(selection, liftProtection);
  }

  Plan templates(PlanRequest request, int keep, boolean images) {
    CleaningPlanner planner = new CleaningPlanner(request, keep);
    ImageStock stock =
        new StockReader(client, observed)
            .read(
                CleaningPlanner.candidates(observed),
                images ? Optional.of(spec.proxmox().imageStorage()) : Optional.empty());
    return planner.plan(stock);
  }
}
