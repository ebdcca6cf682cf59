package io.github.talosforge;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.observe.ImageStock;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.observe.StockReader;
import io.github.talosforge.observe.VolumeUsers;
import io.github.talosforge.plan.CleaningPlanner;
import io.github.talosforge.plan.DestroyPlanner;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.Optional;

/** Plans what goes, after a closer look at who needs it still. */
record Removals(ClusterSpec spec, ClusterUid uid, ProxmoxClient client, ObservedCluster observed) {

  Plan vms(NodeSelection selection, boolean liftProtection, boolean withData) {
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
