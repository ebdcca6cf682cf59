package io.github.talosforge.bootstrap;

import io.github.talosforge.audit.Reason;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Begins etcd exactly once.
 *
 * <p>A control plane with an empty disk accepts to begin a cluster even while another one exists,
 * and then there are two. So nothing is begun before every control plane was asked twice and denied
 * to have etcd or data of it, those included that the files no longer name, and it is always the
 * same one that begins, whichever run does it.
 */
public final class EtcdBeginning {
  /**
   * Where the data cannot be looked at: with some, etcd mostly passes by where it stays without.
   */
  private static final Duration PASSING = Duration.ofSeconds(2);

  private static final String LATE =
      "etcd could not be bootstrapped in time. That is done only when all control planes answer,"
          + " because any of them could have data. See to these, then run this again:";

  private static final String HAS_DATA =
      "etcd was not bootstrapped: control planes have data of one, which comes back with them, and"
          + " then there would be two. Wait until they are up, or see on their consoles what keeps them,"
          + " then run this again:";

  private final TalosClient client;
  private final Lookout lookout;
  private final TalosLog log;
  private final TalosOptions options;

  EtcdBeginning(TalosClient client, Lookout lookout, TalosLog log, TalosOptions options) {
    this.client = client;
    this.lookout = lookout;
    this.log = log;
    this.options = options;
  }

  /**
   * Returns the control plane that began etcd now, or empty if there was one already.
   *
   * @param deadline the time that there is
   * @param late gives nodes their configuration that have none yet
   */
  Optional<NodeName> run(Deadline deadline, Consumer<List<SeenNode>> late) {
    Map<NodeName, String> waits = new LinkedHashMap<>();
    while (true) {
      List<SeenNode> nodes = lookout.all();
      late.accept(nodes);
      List<SeenNode> controlPlanes = nodes.stream().filter(SeenNode::isControlPlane).toList();
      if (controlPlanes.stream().anyMatch(SeenNode::isRunning)) {
        return Optional.empty();
      }
      TalosFlow.refuseStrangers(controlPlanes);
      refuseIfLeftOut(controlPlanes);
      Map<NodeName, String> doubts = doubts(controlPlanes);
      boolean asleep = false;
      if (doubts.isEmpty()) {
        List<EtcdTrace> traces = traces(controlPlanes, deadline);
        if (traces.stream().anyMatch(EtcdTrace::exists)) {
          return Optional.empty();
        }
        asleep = traces.stream().anyMatch(EtcdTrace::isAsleep);
        doubts = unsure(controlPlanes, traces, waits);
      }
      if (doubts.isEmpty()) {
        new RoleChanges(client).refuse(nodes);
        refuseIfFormerNodesMayHaveIt();
        Optional<Beginning> begun = begin(first(controlPlanes), waits);
        if (begun.isPresent()) {
          return begun.get().ours();
        }
      } else {
        waits.putAll(doubts);
      }
      if (isUpToDeadHosts(doubts.keySet(), controlPlanes)) {
        doubts.keySet().retainAll(onDeadHosts(controlPlanes));
        throw new TalosFlowException(asleep ? HAS_DATA : LATE, doubts);
      }
      if (deadline.isOver()) {
        throw new TalosFlowException(asleep ? HAS_DATA : LATE, doubts.isEmpty() ? waits : doubts);
      }
      deadline.pause();
    }
  }

  /** Asks all once, and if nobody has etcd, once more after a while. */
  private List<EtcdTrace> traces(List<SeenNode> controlPlanes, Deadline deadline) {
    List<EtcdTrace> first = ManyNodes.ask(controlPlanes, node -> EtcdTrace.of(client, node));
    if (!first.stream().allMatch(EtcdTrace::denies)) {
      return first;
    }
    deadline.pause(PASSING);
    return ManyNodes.ask(controlPlanes, node -> EtcdTrace.of(client, node));
  }

  private Map<NodeName, String> unsure(
      List<SeenNode> controlPlanes, List<EtcdTrace> traces, Map<NodeName, String> waits) {
    Map<NodeName, String> unsure = new LinkedHashMap<>();
    for (int i = 0; i < traces.size(); i++) {
      if (!traces.get(i).denies()) {
        NodeName node = controlPlanes.get(i).name();
        String words = traces.get(i).words();
        unsure.put(node, words);
        if (!words.equals(waits.get(node))) {
          log.sees(node, words);
        }
      }
    }
    return unsure;
  }

  private void refuseIfFormerNodesMayHaveIt() {
    Map<NodeName, String> suspects = new LinkedHashMap<>();
    new FormerNodes(client, lookout.unlisted())
        .suspects()
        .forEach(
            (node, suspicion) -> suspects.put(node, suspicion.words() + "\n" + suspicion.advice()));
    if (!suspects.isEmpty()) {
      throw new TalosFlowException(
          "etcd was not bootstrapped: no control plane of the files has it, but other VMs of this"
              + " cluster may have it, and then there would be two:",
          suspects);
    }
  }

  /** The same control plane in every run, whatever the order in the files. */
  private static SeenNode first(List<SeenNode> controlPlanes) {
    return controlPlanes.stream().min(Comparator.comparing(SeenNode::name)).orElseThrow();
  }

  /** Nobody would ever configure them in this run. */
  private void refuseIfLeftOut(List<SeenNode> controlPlanes) {
    Map<NodeName, String> left = new LinkedHashMap<>();
    controlPlanes.stream()
        .filter(node -> !options.isAbout(node) && node.isMaintenance())
        .forEach(node -> left.put(node.name(), node.words()));
    if (!left.isEmpty()) {
      throw new TalosFlowException(
          "The cluster has no etcd yet, and it can be bootstrapped only when all control planes are"
              + " configured. Run without leaving them out:",
          left);
    }
  }

  /**
   * Whoever is on a host that is down answers no sooner for being waited for, and those that are
   * fresh may wait for its word which versions they get.
   */
  private static boolean isUpToDeadHosts(Set<NodeName> doubtful, List<SeenNode> controlPlanes) {
    Set<NodeName> dead = onDeadHosts(controlPlanes);
    dead.retainAll(doubtful);
    return !dead.isEmpty()
        && (dead.containsAll(doubtful)
            || controlPlanes.stream()
                .allMatch(node -> node.isMaintenance() || dead.contains(node.name())));
  }

  private static Set<NodeName> onDeadHosts(List<SeenNode> controlPlanes) {
    return controlPlanes.stream()
        .filter(SeenNode::isOnDeadHost)
        .map(SeenNode::name)
        .collect(Collectors.toSet());
  }

  private static Map<NodeName, String> doubts(List<SeenNode> controlPlanes) {
    Map<NodeName, String> doubts = new LinkedHashMap<>();
    controlPlanes.stream()
        .filter(node -> !node.isConfigured() || node.sighting().status().isEmpty())
        .forEach(node -> doubts.put(node.name(), node.advice()));
    return doubts;
  }

  /**
   * An attempt that led to an etcd.
   *
   * @param ours the node that began it, unless it was there
   */
  private record Beginning(Optional<NodeName> ours) {}

  private Optional<Beginning> begin(SeenNode node, Map<NodeName, String> waits) {
    options.endIfStopped();
    try (TalosNode machine = client.node(node.endpoint())) {
      log.does(node.name(), "bootstraps etcd");
      String change = BeginEtcd.of(node.name(), Set.of()).id().value();
      Reason.here().then(change).run(machine::bootstrap);
      return Optional.of(new Beginning(Optional.of(node.name())));
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.ALREADY_EXISTS) {
        return Optional.of(new Beginning(Optional.empty()));
      }
      if (e.kind() != TalosException.Kind.PRECONDITION && !e.outcomeUnknown()) {
        throw e;
      }
      if (!e.serverWords().equals(waits.put(node.name(), e.serverWords()))) {
        log.sees(node.name(), e.serverWords());
      }
      return Optional.empty();
    }
  }
}
