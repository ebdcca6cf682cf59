package io.github.talosforge.rolling;

import io.github.talosforge.bootstrap.Deadline;
import io.github.talosforge.bootstrap.EtcdSearch;
import io.github.talosforge.bootstrap.QuorumLook;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdComparison;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Asks the control planes how etcd is. */
final class EtcdCheck {
  private final TalosClient client;
  private final TalosFlow flow;
  private final Supplier<Deadline> deadlines;
  private final EtcdMembership membership;

  EtcdCheck(TalosClient client, TalosFlow flow, Supplier<Deadline> deadlines) {
    this.client = client;
    this.flow = flow;
    this.deadlines = deadlines;
    this.membership = new EtcdMembership(client);
  }

  /**
   * Tells whether there is an etcd to look after. That nobody answers is no proof of its absence.
   *
   * @throws TalosFlowException if nobody can tell
   */
  boolean exists() {
    EtcdSearch.Found found = search(controlPlanes(), List.of());
    if (found.holders().isEmpty() && !found.silent().isEmpty()) {
      throw new TalosFlowException(
          "Nobody can tell whether etcd runs, so no node is stopped. Run where the control planes"
              + " can be reached, or stop and start the VMs in Proxmox yourself:",
          found.silent());
    }
    return !found.holders().isEmpty();
  }

  /** Asks the files' control planes, and other machines that may have been some. */
  EtcdSearch.Found search(List<SeenNode> controlPlanes, List<SeenNode> others) {
    return new EtcdSearch(client).among(controlPlanes, others, deadlines.get());
  }

  private static boolean isConfigured(SeenNode node) {
    return node.sighting().kind() == Sighting.Kind.CONFIGURED;
  }

  private List<SeenNode> controlPlanes() {
    return flow.look().stream()
        .filter(node -> node.place().role() == NodeRole.CONTROL_PLANE)
        .toList();
  }

  /** Tells of a cluster of which nobody is missing what keeps etcd from being well. */
  Map<NodeName, String> complaints() {
    return complaints(controlPlanes(), left -> List.of());
  }

  /**
   * Tells which members keep etcd from being well.
   *
   * @param absent a control plane whose own state does not matter, because it is about to go down
   * @return a sentence for each; empty when all is well
   */
  Map<NodeName, String> complaintsWithout(NodeName absent) {
    List<SeenNode> all = controlPlanes();
    Optional<TalosEndpoint> place =
        all.stream()
            .filter(node -> node.name().equals(absent))
            .findFirst()
            .flatMap(node -> node.place().endpoint());
    return complaints(others(all, absent), left -> membership.find(absent, place, left));
  }

  /** Does the same for a control plane of which it is known which member it is. */
  Map<NodeName, String> complaintsWithout(NodeName absent, EtcdMember member) {
    return complaints(
        others(controlPlanes(), absent),
        left -> left.stream().filter(each -> each.id() == member.id()).toList());
  }

  private static List<SeenNode> others(List<SeenNode> all, NodeName absent) {
    return all.stream().filter(node -> !node.name().equals(absent)).toList();
  }

  private Map<NodeName, String> complaints(
      List<SeenNode> asked, UnaryOperator<List<EtcdMember>> absent) {
    List<Answer> answers = ManyNodes.ask(asked, this::ask);
    Map<NodeName, String> complaints = new LinkedHashMap<>();
    for (Answer answer : answers) {
      answer.complaint().ifPresent(words -> complaints.put(answer.node(), words));
    }
    if (complaints.isEmpty()) {
      strangers(answers, absent, complaints);
      disagreements(asked, answers, complaints);
    } else {
      complaints.putAll(QuorumLook.lost(client, controlPlanes()));
    }
    return complaints;
  }

  /** Each alone may seem well, and all together are not. */
  private void disagreements(
      List<SeenNode> asked, List<Answer> answers, Map<NodeName, String> complaints) {
    Map<String, EtcdStatus> statuses = new LinkedHashMap<>();
    answers.forEach(answer -> statuses.put(answer.node().value(), answer.status().orElseThrow()));
    EtcdComparison members = new EtcdComparison(statuses);
    Map<String, String> words = new LinkedHashMap<>(members.quarrelling());
    words.putAll(members.lagging());
    try {
      asked.stream()
          .findFirst()
          .ifPresent(first -> words.putAll(members.alarmed(alarms(first, statuses.values()))));
    } catch (TalosException e) {
      complaints.put(asked.get(0).name(), String.valueOf(e.getMessage()));
    }
    words.forEach(
        (name, sentence) ->
            complaints.putIfAbsent(
                statuses.containsKey(name) ? NodeName.of(name) : asked.get(0).name(),
                statuses.containsKey(name) ? sentence : "says of " + name + ": " + sentence));
  }

  /** Any member knows all alarms. A corrupt one that is about to go is no reason to keep it. */
  private List<EtcdAlarm> alarms(SeenNode node, Collection<EtcdStatus> staying) {
    try (TalosNode machine = client.node(node.place().endpoint().orElseThrow())) {
      return machine.etcdAlarms().stream()
          .filter(
              alarm ->
                  alarm.kind() != EtcdAlarm.Kind.CORRUPT
                      || staying.stream().anyMatch(each -> each.memberId() == alarm.memberId()))
          .toList();
    }
  }

  /** Members that nobody vouches for count for the quorum all the same. */
  private static void strangers(
      List<Answer> answers,
      UnaryOperator<List<EtcdMember>> absent,
      Map<NodeName, String> complaints) {
    Set<Long> known =
        answers.stream()
            .map(answer -> answer.status().orElseThrow().memberId())
            .collect(Collectors.toCollection(HashSet::new));
    for (Answer answer : answers) {
      List<EtcdMember> others =
          new ArrayList<>(
              answer.members().stream().filter(member -> !known.contains(member.id())).toList());
      if (!others.isEmpty()) {
        others.removeAll(absent.apply(others));
      }
      if (!others.isEmpty()) {
        complaints.put(answer.node(), stranger(answer, others));
      }
    }
  }

  private static String stranger(Answer answer, List<EtcdMember> others) {
    return "knows a member of etcd that is no control plane: "
        + others.stream().map(EtcdMember::hostname).collect(Collectors.joining(", "))
        + ". If the machine is gone, take it out of etcd:"
        + others.stream()
            .map(
                member ->
                    " talosctl --nodes %s etcd remove-member %016x"
                        .formatted(answer.node(), member.id()))
            .collect(Collectors.joining(" and"));
  }

  /** What a control plane says of its etcd. */
  private record Answer(
      NodeName node,
      Optional<String> complaint,
      Optional<EtcdStatus> status,
      List<EtcdMember> members) {
    static Answer complaining(NodeName node, String words) {
      return new Answer(node, Optional.of(words), Optional.empty(), List.of());
    }
  }

  private Answer ask(SeenNode node) {
    if (!isConfigured(node)) {
      return Answer.complaining(node.name(), node.words());
    }
    try (TalosNode machine = client.node(node.place().endpoint().orElseThrow())) {
      Optional<ServiceState> service =
          machine.services().stream().filter(each -> each.id().equals("etcd")).findFirst();
      if (service.filter(ServiceState::isRunningAndHealthy).isEmpty()) {
        return Answer.complaining(
            node.name(), "etcd is " + service.map(ServiceState::state).orElse("not there"));
      }
      EtcdStatus status = machine.etcdStatus();
      return new Answer(node.name(), complaint(status), Optional.of(status), machine.etcdMembers());
    } catch (TalosException e) {
      return Answer.complaining(node.name(), String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> complaint(EtcdStatus status) {
    if (status.learner()) {
      return Optional.of("etcd still catches up with the other members");
    }
    if (status.leader() == 0) {
      return Optional.of("etcd follows no leader");
    }
    return status.errors().isEmpty()
        ? Optional.empty()
        : Optional.of("etcd says: " + String.join("; ", status.errors()));
  }
}
