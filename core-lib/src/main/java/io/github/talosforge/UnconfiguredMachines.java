package io.github.talosforge;

import io.github.talosforge.bootstrap.NodePlace;
import io.github.talosforge.bootstrap.NodePlaces;
import io.github.talosforge.bootstrap.RightMachine;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.client.TalosClients;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the machines that never got a configuration, which say so to whoever asks. */
final class UnconfiguredMachines {
  private UnconfiguredMachines() {}

  static Set<NodeName> among(NodePlaces places, Dialer nodes) {
    try (TalosClient client = TalosClients.open(TalosConnection.direct().withDialer(nodes))) {
      List<Optional<NodeName>> seen =
          ManyNodes.ask(
              Stream.concat(places.look().stream(), places.unlisted().stream()).toList(),
              place ->
                  isUnconfigured(client, place) ? Optional.of(place.node()) : Optional.empty());
      return seen.stream().flatMap(Optional::stream).collect(Collectors.toUnmodifiableSet());
    }
  }

  private static boolean isUnconfigured(TalosClient client, NodePlace place) {
    return place.endpoint().map(client::look).filter(seen -> isIt(client, place, seen)).isPresent();
  }

  /** Another machine at the node's address says nothing of the node. */
  private static boolean isIt(TalosClient client, NodePlace place, Sighting seen) {
    return switch (seen.kind()) {
      case MAINTENANCE, STARTING -> RightMachine.isProved(client, place, seen);
      case UNREACHABLE, NOT_TALOS, OTHER_AUTHORITY, CONFIGURED -> false;
    };
  }
}
