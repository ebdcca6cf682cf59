package io.github.talosforge;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.backup.BackupNote;
import io.github.talosforge.backup.BackupReport;
import io.github.talosforge.backup.BackupWish;
import io.github.talosforge.backup.EtcdBackup;
import io.github.talosforge.bootstrap.NodePlace;
import io.github.talosforge.health.CheckedNode;
import io.github.talosforge.machineconfig.ControlPlaneEndpoint;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.client.TalosClients;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Backups of a cluster, made with a certificate that may do nothing else.
 *
 * @param spec the cluster as its files describe it
 * @param layout the addresses and names that its nodes got
 * @param secrets the cluster's secrets
 * @param machines how the nodes are reached
 */
record SessionBackups(
    ClusterSpec spec, ClusterLayout layout, SecretsBundle secrets, TalosConnection machines) {

  BackupReport make(List<NodePlace> places, BackupWish wish, Clock clock, BooleanSupplier stopped) {
    TalosConnection narrow = machines.withCredentials(RunCredentials.backup(secrets));
    try (TalosClient client = TalosClients.open(narrow)) {
      List<CheckedNode> controlPlanes =
          places.stream()
              .filter(place -> place.role() == NodeRole.CONTROL_PLANE)
              .map(place -> node(place, client))
              .toList();
      return new EtcdBackup(subject(), wish, clock, stopped).of(controlPlanes);
    }
  }

  private static CheckedNode node(NodePlace place, TalosClient client) {
    return new CheckedNode(
        place.node(),
        place.role(),
        place.endpoint().map(TalosEndpoint::host).orElse(""),
        place.endpoint().map(client::node),
        place.obstacle());
  }

  private EtcdBackup.Subject subject() {
    return new EtcdBackup.Subject(
        spec.name(),
        spec.uid().orElseThrow(Sight::noUid),
        ControlPlaneEndpoint.of(spec, layout).map(URI::toString).orElse(""),
        secrets.certificates().etcd().certificate().fingerprint(),
        new BackupNote.Versions(
            spec.talos().version().toString(), spec.kubernetes().version().toString()));
  }
}
