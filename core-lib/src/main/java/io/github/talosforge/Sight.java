package io.github.talosforge;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Observer;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a session sees of the live system. A look holds until something is carried out. */
final class Sight {
  private final ClusterSpec spec;
  private final ProxmoxConnection connection;
  private final ProxmoxClient client;
  private @Nullable ObservedCluster current;
  private @Nullable ObservedCluster last;

  Sight(ClusterSpec spec, ProxmoxConnection connection, ProxmoxClient client) {
    this.spec = spec;
    this.connection = connection;
    this.client = client;
  }

  /** Looks at the cluster's VMs. */
  ObservedCluster look() {
    return look(observer -> observer.observe(spec));
  }

  /** Looks in a way of its own, at the cluster's VMs at least. */
  ObservedCluster look(Function<Observer, ObservedCluster> way) {
    ObservedCluster observed = ReadableAnswers.of(() -> way.apply(new Observer(client)));
    connection.queue().separate(observed.storagesOfHosts());
    last = observed;
    return observed;
  }

  /** Looks again, for all who ask until something is carried out. */
  ObservedCluster renewed() {
    ObservedCluster observed = look();
    current = observed;
    return observed;
  }

  /** What the last look showed, unless something was carried out since. */
  ObservedCluster known() {
    ObservedCluster known = current;
    return known == null ? renewed() : known;
  }

  /** Something is carried out: what was seen is no longer so. */
  void outdate() {
    current = null;
  }

  List<NodeStatus> status() {
    return ReadableAnswers.of(() -> spec.uid().isEmpty() ? List.of() : statuses(known()));
  }

  /** The VMs on hosts that are down which may be several nodes, or former ones. */
  List<NodeStatus> strays() {
    ObservedCluster observed = known();
    return spec.uid().map(uid -> ClusterStatus.strays(spec, uid, observed)).orElse(List.of());
  }

  /** How the nodes are, and what else may run with the cluster's secrets. */
  List<NodeStatus> statusWithDoubtful() {
    List<NodeStatus> all = new ArrayList<>(status());
    spec.uid().ifPresent(uid -> all.addAll(ClusterStatus.doubtful(spec, uid, known())));
    return all;
  }

  List<NodeStatus> statusNow() {
    return ReadableAnswers.of(() -> spec.uid().isEmpty() ? List.of() : statuses(renewed()));
  }

  /** How the nodes were at the last look, even if something was carried out since. */
  Optional<List<NodeStatus>> lastStatus() {
    return ReadableAnswers.of(() -> Optional.ofNullable(last).map(this::statuses));
  }

  private List<NodeStatus> statuses(ObservedCluster observed) {
    return spec.uid().map(uid -> ClusterStatus.of(spec, uid, observed)).orElse(List.of());
  }
}
