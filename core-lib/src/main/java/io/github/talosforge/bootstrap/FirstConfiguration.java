package io.github.talosforge.bootstrap;

import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.Fingerprint;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/** Gives machines in maintenance mode their configuration, and with it the cluster's secrets. */
final class FirstConfiguration {
  private final TalosClient client;
  private final TalosLog log;
  private final TalosOptions options;
  private final Pacing pacing;

  /** The boots, known by their keys, in which nodes accepted a configuration from us. */
  private final Map<NodeName, Fingerprint> given = new ConcurrentHashMap<>();

  FirstConfiguration(TalosClient client, TalosLog log, TalosOptions options, Pacing pacing) {
    this.client = client;
    this.log = log;
    this.options = options;
    this.pacing = pacing;
  }

  /**
   * Configures those of the nodes that wait for it.
   *
   * @throws TalosFlowException if a machine is not proved to be the node's; the others are
   *     configured
   */
  List<NodeOutcome> give(List<SeenNode> nodes, Function<SeenNode, MachineConfig> configs) {
    Map<NodeName, String> strangers = new ConcurrentSkipListMap<>();
    List<NodeOutcome> outcomes =
        ManyNodes.ask(
            nodes.stream().filter(this::isWaiting).toList(),
            node -> {
              give(node, configs.apply(node)).ifPresent(words -> strangers.put(node.name(), words));
              return new NodeOutcome(node.name(), Ending.CONFIGURED);
            });
    refuse(strangers);
    return outcomes;
  }

  /** A node that got its configuration shows its maintenance mode for a while yet. */
  private boolean isWaiting(SeenNode node) {
    return node.isMaintenance()
        && !node.sighting().fingerprint().equals(Optional.ofNullable(given.get(node.name())));
  }

  /** A lost answer is no failure: the node is looked at again, and configured if it has to be. */
  private Optional<String> give(SeenNode node, MachineConfig config) {
    options.endIfStopped();
    try (TalosNode machine = RightMachine.unconfigured(client, node.endpoint(), node.sighting())) {
      Optional<String> doubt = RightMachine.doubt(node, machine, new Deadline(pacing, options));
      if (doubt.isEmpty()) {
        log.does(node.name(), "gets its configuration");
        machine
            .applyConfiguration(config.yaml(), ApplyMode.AUTO)
            .warnings()
            .forEach(warning -> log.warns(node.name(), warning));
        node.sighting().fingerprint().ifPresent(key -> given.put(node.name(), key));
      }
      return doubt;
    } catch (TalosException e) {
      if (!isTransient(e)) {
        throw e;
      }
      log.sees(node.name(), e.getMessage());
      return Optional.empty();
    }
  }

  static boolean isTransient(TalosException failure) {
    return switch (failure.kind()) {
      case UNREACHABLE, DISCONNECTED, TIMEOUT, PRECONDITION, FINGERPRINT -> true;
      default -> failure.outcomeUnknown();
    };
  }

  /** Ends the run: what is at a node's address is another machine, or may be. */
  static void refuse(Map<NodeName, String> strangers) {
    if (!strangers.isEmpty()) {
      throw new TalosFlowException(
          "A machine got no configuration, because it is not proved to be the node's:", strangers);
    }
  }
}
