package io.github.talosforge.allocation;

import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every network card a hardware address: the demanded one, else the observed one, else one
 * derived from the node's name. Where two derived ones are the same, the node whose name comes
 * first keeps it.
 */
final class MacAllocation {
  private final SpecIndex index;
  private final Observations observations;
  private final DerivedIdentity identity;
  private final Set<MacAddress> used;

  MacAllocation(
      SpecIndex index, Observations observations, DerivedIdentity identity, Set<MacAddress> taken) {
    this.index = index;
    this.observations = observations;
    this.identity = identity;
    this.used = new HashSet<>(taken);
    this.used.removeAll(observations.ownMacs());
  }

  Map<NodeName, List<MacAddress>> allocate() {
    Map<NodeName, List<Optional<MacAddress>>> known = new HashMap<>();
    for (NodeSpec node : index.nodes().values()) {
      List<Optional<MacAddress>> cards = known(node);
      cards.forEach(card -> card.ifPresent(used::add));
      known.put(node.name(), cards);
    }
    Map<NodeName, List<MacAddress>> macs = new HashMap<>();
    for (NodeName node : index.nodes().keySet()) {
      macs.put(node, complete(node, known.getOrDefault(node, List.of())));
    }
    return macs;
  }

  private List<Optional<MacAddress>> known(NodeSpec node) {
    Map<Integer, MacAddress> observed =
        observations.of(node.name()).map(ObservedVm::macs).orElse(Map.of());
    List<NicSpec> cards = new ArrayList<>(List.of(node.vm().nic()));
    cards.addAll(node.vm().extraNics());
    List<Optional<MacAddress>> known = new ArrayList<>();
    for (NicSpec card : cards) {
      int number = known.size();
      known.add(card.mac().or(() -> Optional.ofNullable(observed.get(number))));
    }
    return known;
  }

  private List<MacAddress> complete(NodeName node, List<Optional<MacAddress>> cards) {
    List<MacAddress> macs = new ArrayList<>();
    for (Optional<MacAddress> card : cards) {
      int number = macs.size();
      macs.add(card.orElseGet(() -> derive(node, number)));
    }
    return macs;
  }

  private MacAddress derive(NodeName node, int card) {
    int attempt = 0;
    while (!used.add(identity.mac(node, card, attempt))) {
      attempt++;
    }
    return identity.mac(node, card, attempt);
  }
}
