package io.github.talosforge.bootstrap;

import io.github.talosforge.audit.Reason;
import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.ConfigureMachine.Way;
import io.github.talosforge.talos.ApplyMode;
import io.github.talosforge.talos.Fingerprint;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.RunningVersions;
import io.github.talosforge.versions.VersionWords;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Gives machines in maintenance mode their configuration, and with it the cluster's secrets. */
final class FirstConfiguration {
  private final TalosClient client;
  private final TalosLog log;
  private final TalosOptions options;
  private final Pacing pacing;

  /** The boots, known by their keys, in which nodes accepted a configuration from us. */
  private final Map<NodeName, Fingerprint> given = new ConcurrentHashMap<>();

  /** What was last said of nodes that are left alone, which is not said again and again. */
  private final Map<NodeName, String> told = new ConcurrentHashMap<>();

  FirstConfiguration(TalosClient client, TalosLog log, TalosOptions options, Pacing pacing) {
    this.client = client;
    this.log = log;
    this.options = options;
    this.pacing = pacing;
  }

  /**
   * Configures those of the nodes that wait for it, for the version that each of them runs.
   *
   * @param nodes the nodes
   * @param configs makes the configurations
   * @param joining what a node gets that joins; asked only if there is one
   * @throws TalosFlowException if a machine is not proved to be the node's; the others are
   *     configured
   */
  List<NodeOutcome> give(List<SeenNode> nodes, NodeConfigs configs, Supplier<Joining> joining) {
    List<SeenNode> waiting = nodes.stream().filter(this::isWaiting).toList();
    return waiting.isEmpty() ? List.of() : give(waiting, configs, joining.get());
  }

  private List<NodeOutcome> give(List<SeenNode> waiting, NodeConfigs configs, Joining joining) {
    if (!joining.isKnown()) {
      return waiting.stream().map(node -> leave(node, joining.obstacle())).toList();
    }
    Map<NodeName, String> strangers = new ConcurrentSkipListMap<>();
    List<NodeOutcome> outcomes =
        ManyNodes.ask(
            waiting,
            node -> {
              Given came = give(node, configs, joining);
              came.doubt().ifPresent(words -> strangers.put(node.name(), words));
              return new NodeOutcome(node.name(), came.ending());
            });
    refuse(strangers);
    return outcomes;
  }

  /** A node that got its configuration shows its maintenance mode for a while yet. */
  private boolean isWaiting(SeenNode node) {
    return node.isMaintenance()
        && !node.sighting().fingerprint().equals(Optional.ofNullable(given.get(node.name())));
  }

  private NodeOutcome leave(SeenNode node, String why) {
    if (!why.equals(told.put(node.name(), why))) {
      log.warns(node.name(), "gets no configuration: " + why);
    }
    return new NodeOutcome(node.name(), Ending.LEFT_ALONE);
  }

  /**
   * What came of one node.
   *
   * @param ending how it ended
   * @param doubt why it is not proved to be the node's machine, if it is not
   */
  private record Given(Ending ending, Optional<String> doubt) {
    static final Given CONFIGURED = new Given(Ending.CONFIGURED, Optional.empty());
  }

  /** A lost answer is no failure: the node is looked at again, and configured if it has to be. */
  private Given give(SeenNode node, NodeConfigs configs, Joining joining) {
    options.endIfStopped();
    try (TalosNode machine = RightMachine.unconfigured(client, node.endpoint(), node.sighting())) {
      Optional<String> doubt = RightMachine.doubt(node, machine, new Deadline(pacing, options));
      if (doubt.isPresent()) {
        return new Given(Ending.CONFIGURED, doubt);
      }
      RunningVersions runs = RunningNode.unconfigured(machine).or(joining.forNew());
      GeneratedConfig generated = configs.of(node.name(), runs);
      if (generated.config().isEmpty()) {
        return new Given(leave(node, unfit(generated)).ending(), Optional.empty());
      }
      MachineConfig config = generated.config().get();
      boolean unused = options.takeTurn();
      reason(node).run(() -> give(node, machine, config));
      tell(node, generated);
      return Given.CONFIGURED;
    } catch (TalosException e) {
      if (!isTransient(e)) {
        throw e;
      }
      log.sees(node.name(), e.getMessage());
      return Given.CONFIGURED;
    }
  }

  /** What is sent to a node for its configuration bears the name that a plan has for that. */
  static Reason reason(SeenNode node) {
    ConfigureMachine change = ConfigureMachine.of(node.name(), Way.FIRST, List.of(), Set.of());
    return Reason.here().then(change.id().value());
  }

  private void give(SeenNode node, TalosNode machine, MachineConfig config) {
    log.does(node.name(), "gets its configuration");
    machine
        .applyConfiguration(config.yaml(), ApplyMode.AUTO)
        .warnings()
        .forEach(warning -> log.warns(node.name(), warning));
    node.sighting().fingerprint().ifPresent(key -> given.put(node.name(), key));
  }

  private void tell(SeenNode node, GeneratedConfig generated) {
    if (!generated.waiting().isEmpty()) {
      log.warns(
          node.name(),
          "runs " + VersionWords.of(generated.waiting()) + ". " + VersionWords.NOTHING_CHANGES);
    }
  }

  /** Says why there is no configuration for what a node runs. */
  static String unfit(GeneratedConfig generated) {
    return generated.report().findings().isEmpty()
        ? "none was generated; look at the findings"
        : generated.report().findings().stream()
            .map(Finding::message)
            .collect(Collectors.joining("\n"));
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
