package io.github.talosforge;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.NodePlace;
import io.github.talosforge.bootstrap.NodePlaces;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.RightMachine;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.client.TalosClients;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the machines that have a configuration, and with it the cluster's secrets, or might have
 * one. A machine that never got any says so to whoever asks; every other VM that there is counts,
 * whether it runs, stands still or hides on a host that is down.
 *
 * @param places finds the nodes
 * @param known how the nodes' VMs were when somebody last looked
 * @param unstarted nodes whose VMs stand still because they never got a CD with a configuration
 * @param noted nodes without a VM that had a configuration
 * @param machines how nodes are reached
 */
record SecretHolders(
    NodePlaces places,
    Supplier<List<NodeStatus>> known,
    Set<NodeName> unstarted,
    List<Secrets.Holder> noted,
    TalosConnection machines) {
  /** Asking the hypervisor costs more than asking a node, and its answer changes less often. */
  private static final Duration PLACES_LAST = Duration.ofSeconds(5);

  /**
   * A machine without proof that it has no configuration.
   *
   * @param holder which one
   * @param silent whether it may just not be up yet
   */
  private record Suspect(Secrets.Holder holder, boolean silent) {}

  /** Looks once. */
  List<Secrets.Holder> look() {
    return Stream.concat(
            noted.stream(), asked(client -> holders(suspects(client, places.look()))).stream())
        .toList();
  }

  /**
   * Looks until every machine has shown that it has no configuration, one has shown that it has, or
   * the patience is over: VMs that were just started are silent for a while.
   */
  List<Secrets.Holder> await(TalosOptions options, TalosLog log, Pacing pacing) {
    if (!noted.isEmpty()) {
      return look();
    }
    Deadline deadline = new Deadline(pacing, options);
    return asked(
        client -> {
          List<Suspect> suspects = suspects(client, places.look());
          if (isWorthWaiting(suspects)) {
            log.begins("Waiting for Talos on all nodes, before secrets are made");
          }
          long placed = pacing.nanos();
          while (isWorthWaiting(suspects) && !deadline.isOver()) {
            suspects.forEach(each -> log.sees(each.holder().node(), each.holder().words()));
            deadline.pause();
            boolean old = pacing.nanos() - placed > PLACES_LAST.toNanos();
            placed = old ? pacing.nanos() : placed;
            suspects = suspects(client, old ? places.lookAgain() : places.look());
          }
          return holders(suspects);
        });
  }

  private static boolean isWorthWaiting(List<Suspect> suspects) {
    return !suspects.isEmpty() && suspects.stream().allMatch(Suspect::silent);
  }

  private static List<Secrets.Holder> holders(List<Suspect> suspects) {
    return suspects.stream().map(Suspect::holder).toList();
  }

  /** Names the nodes whose machines are proved to have no configuration. */
  Set<NodeName> unconfigured() {
    Set<NodeName> running =
        known.get().stream()
            .filter(vm -> vm.state() == NodeStatus.State.RUNNING)
            .map(NodeStatus::node)
            .collect(Collectors.toSet());
    look().forEach(holder -> running.remove(holder.node()));
    return Set.copyOf(running);
  }

  private <R> R asked(Question<R> question) {
    try (TalosClient client = TalosClients.open(machines)) {
      return question.put(client);
    }
  }

  /** What is asked of machines by somebody without secrets. */
  @FunctionalInterface
  private interface Question<R> {
    R put(TalosClient client);
  }

  private List<Suspect> suspects(TalosClient client, List<NodePlace> listed) {
    List<NodePlace> all = Stream.concat(listed.stream(), places.unlisted().stream()).toList();
    List<NodeStatus> vms = known.get();
    Predicate<NodePlace> exists = place -> vms.stream().anyMatch(vm -> isThere(vm, place));
    return ManyNodes.ask(all.stream().filter(exists).toList(), place -> suspect(client, place))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  private boolean isThere(NodeStatus vm, NodePlace place) {
    return vm.node().equals(place.node())
        && switch (vm.state()) {
          case MISSING, UNFINISHED -> false;
          case STOPPED -> !unstarted.contains(vm.node());
          case RUNNING, UNREACHABLE -> true;
        };
  }

  private Optional<Suspect> suspect(TalosClient client, NodePlace place) {
    return place
        .endpoint()
        .map(endpoint -> seen(client, place, endpoint, client.look(endpoint)))
        .orElseGet(() -> suspect(place, place.obstacle(), runs(place)));
  }

  /** Another machine at the node's address says nothing of the node. */
  private static Optional<Suspect> seen(
      TalosClient client, NodePlace place, TalosEndpoint endpoint, Sighting sighting) {
    return switch (sighting.kind()) {
      case MAINTENANCE, STARTING ->
          RightMachine.isProved(client, place, sighting)
              ? Optional.empty()
              : suspect(
                  place,
                  "the machine that answers at "
                      + endpoint.host()
                      + " has no configuration, but does not prove that it is the node's VM.",
                  true);
      case OTHER_AUTHORITY, CONFIGURED ->
          suspect(place, "runs at " + endpoint.host() + " with a configuration.", false);
      case UNREACHABLE, NOT_TALOS -> suspect(place, sighting.words(), true);
    };
  }

  private boolean runs(NodePlace place) {
    return known.get().stream()
        .anyMatch(vm -> vm.node().equals(place.node()) && vm.state() == NodeStatus.State.RUNNING);
  }

  private static Optional<Suspect> suspect(NodePlace place, String words, boolean silent) {
    return Optional.of(new Suspect(new Secrets.Holder(place.node(), words), silent));
  }
}
