package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps an eye on the nodes and tells the log whatever changes. */
final class Lookout {
  /** Asking the hypervisor costs more than asking a node, and its answer changes less often. */
  private static final Duration PLACES_LAST = Duration.ofSeconds(5);

  private final TalosClient client;
  private final NodePlaces places;
  private final TalosLog log;
  private final Pacing pacing;
  private final Map<NodeName, SeenNode> seen = new LinkedHashMap<>();
  private List<NodePlace> known = List.of();
  private long knownSince;

  Lookout(TalosClient client, NodePlaces places, TalosLog log, Pacing pacing) {
    this.client = client;
    this.places = places;
    this.log = log;
    this.pacing = pacing;
  }

  /** Looks at every node once. */
  List<SeenNode> all() {
    if (known.isEmpty() || (isAnyMissing() && arePlacesOld())) {
      known = known.isEmpty() ? places.look() : places.lookAgain();
      knownSince = pacing.nanos();
    }
    return look(known);
  }

  /** Returns what was last seen of every node. */
  List<SeenNode> last() {
    return List.copyOf(seen.values());
  }

  /** Looks once more at some nodes, and gives all of them. */
  List<SeenNode> again(List<SeenNode> nodes) {
    if (arePlacesOld() && nodes.stream().anyMatch(SeenNode::isUnreachable)) {
      return all();
    }
    List<SeenNode> unused = look(nodes.stream().map(SeenNode::place).toList());
    return last();
  }

  /** Looks once at the cluster's VMs that the files no longer name. */
  List<SeenNode> unlisted() {
    return ManyNodes.ask(places.unlisted(), this::look);
  }

  private List<SeenNode> look(List<NodePlace> at) {
    for (SeenNode node : ManyNodes.ask(at, this::look)) {
      Optional<SeenNode> before = Optional.ofNullable(seen.put(node.name(), node));
      if (before.filter(old -> old.words().equals(node.words())).isEmpty()) {
        log.sees(node.name(), node.words());
      }
    }
    return List.copyOf(seen.values());
  }

  private SeenNode look(NodePlace place) {
    return new SeenNode(
        place,
        place
            .endpoint()
            .map(client::look)
            .orElseGet(
                () ->
                    new Sighting(
                        Sighting.Kind.UNREACHABLE,
                        Optional.empty(),
                        Optional.empty(),
                        place.obstacle())));
  }

  private boolean isAnyMissing() {
    return seen.values().stream().anyMatch(SeenNode::isUnreachable);
  }

  private boolean arePlacesOld() {
    return pacing.nanos() - knownSince > PLACES_LAST.toNanos();
  }
}
