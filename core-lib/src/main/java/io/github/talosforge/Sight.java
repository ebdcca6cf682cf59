package io.github.talosforge;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Observer;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a session sees of the live system. A look holds until something is carried out. */
final class Sight {
  private final ClusterSpec spec;
  private final ProxmoxConnection connection;
  private final ProxmoxClient client;
  private @Nullable OwnedCluster current;
  private @Nullable OwnedCluster last;

  Sight(ClusterSpec spec, ProxmoxConnection connection, ProxmoxClient client) {
    this.spec = spec;
    this.connection = connection;
    this.client = client;
  }

  /** Looks at the cluster's VMs. */
  OwnedCluster look() {
    return look(observer -> observer.observe(spec));
  }

  /** Looks in a way of its own, at the cluster's VMs at least. */
  OwnedCluster look(Function<Observer, ObservedCluster> way) {
    ClusterUid unused = uid();
    OwnedCluster seen =
        ReadableAnswers.of(() -> OwnedCluster.of(spec, way.apply(new Observer(client))));
    connection.queue().separate(seen.observed().storagesOfHosts());
    last = seen;
    return seen;
  }

  /** Looks again, for all who ask until something is carried out. */
  OwnedCluster renewed() {
    OwnedCluster seen = look();
    current = seen;
    return seen;
  }

  /** What the last look showed, unless something was carried out since. */
  OwnedCluster known() {
    OwnedCluster known = current;
    return known == null ? renewed() : known;
  }

  /** Something is carried out: what was seen is no longer so. */
  void outdate() {
    current = null;
  }

  List<NodeStatus> status() {
    return told(() -> ClusterStatus.of(known()));
  }

  /** The VMs on hosts that are down which may be several nodes, or former ones. */
  List<NodeStatus> strays() {
    return told(() -> ClusterStatus.strays(known()));
  }

  /** How the nodes are, and what else may run with the cluster's secrets. */
  List<NodeStatus> statusWithDoubtful() {
    List<NodeStatus> all = new ArrayList<>(status());
    all.addAll(told(() -> ClusterStatus.doubtful(known())));
    return all;
  }

  List<NodeStatus> statusNow() {
    return told(() -> ClusterStatus.of(renewed()));
  }

  /** How the nodes were at the last look, even if something was carried out since. */
  Optional<List<NodeStatus>> lastStatus() {
    return ReadableAnswers.of(() -> Optional.ofNullable(last).map(ClusterStatus::of));
  }

  /** Returns the cluster's uid, without which nobody can tell whose a VM is. */
  ClusterUid uid() {
    return spec.uid().orElseThrow(Sight::noUid);
  }

  static IllegalArgumentException noUid() {
    return new IllegalArgumentException(
        "The cluster has no cluster_uid; the plan tells the line to write.");
  }

  /** Of a cluster without a uid nobody can tell anything. */
  private List<NodeStatus> told(Supplier<List<NodeStatus>> tell) {
    return spec.uid().isEmpty() ? List.of() : ReadableAnswers.of(tell);
  }
}
