package io.github.talosforge;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.EtcdSearch;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.QuorumLook;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.lock.ApiOutlook;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.TalosClient;
import java.util.List;

/** Asks the control planes why the Kubernetes API may be silent. */
final class ApiSilence {
  private ApiSilence() {}

  static ApiOutlook explain(TalosClient client, List<SeenNode> nodes, Pacing pacing) {
    List<SeenNode> controlPlanes =
        nodes.stream().filter(node -> node.place().role() == NodeRole.CONTROL_PLANE).toList();
    EtcdSearch.Found found =
        new EtcdSearch(client)
            .among(controlPlanes, List.of(), new Deadline(pacing, TalosOptions.defaults()));
    if (found.nowhere()) {
      return ApiOutlook.NO_ETCD;
    }
    boolean comesBack =
        controlPlanes.stream()
            .filter(node -> node.place().endpoint().isPresent())
            .anyMatch(
                node ->
                    found.holders().contains(node.name())
                        || found.silent().containsKey(node.name()));
    return comesBack && QuorumLook.lost(client, controlPlanes).isEmpty()
        ? ApiOutlook.MAY_ANSWER
        : ApiOutlook.NO_QUORUM;
  }
}
