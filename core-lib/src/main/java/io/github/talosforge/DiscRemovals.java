package io.github.talosforge;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.util.stream.Collectors;

/** Plans that a CD with a configuration goes with the VM that it was made for. */
record DiscRemovals(
    ClusterSpec spec, ClusterUid uid, ProxmoxClient client, ObservedCluster observed) {

  Plan with(Plan vms, NodeSelection selection) {
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
}
