package io.github.talosforge.bootstrap;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdComparison;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.versions.RunningEtcd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What is read of etcd for people to see: one call to each control plane that runs, and two more to
 * one that has a leader, which knows all members and alarms.
 *
 * @param statuses what members say of themselves, by the names of their nodes
 * @param members the members
 * @param alarms their alarms
 */
record EtcdReading(
    Map<String, EtcdStatus> statuses, List<EtcdMember> members, List<EtcdAlarm> alarms) {

  /** A control plane runs only when its etcd does; others are not asked. */
  static EtcdReading of(TalosClient client, List<SeenNode> nodes) {
    List<SeenNode> running =
        nodes.stream().filter(SeenNode::isControlPlane).filter(SeenNode::isRunning).toList();
    Map<String, EtcdStatus> statuses = new LinkedHashMap<>();
    List<SeenNode> led = new ArrayList<>();
    for (Voice voice : ManyNodes.ask(running, node -> ask(client, node))) {
      voice.status().ifPresent(status -> statuses.put(voice.node().name().value(), status));
      voice.status().filter(own -> own.leader() != 0).ifPresent(own -> led.add(voice.node()));
    }
    return led.stream()
        .findFirst()
        .flatMap(node -> whole(client, node, statuses))
        .orElseGet(() -> new EtcdReading(statuses, List.of(), List.of()));
  }

  private record Voice(SeenNode node, Optional<EtcdStatus> status) {}

  private static Voice ask(TalosClient client, SeenNode node) {
    try (TalosNode machine = client.node(node.endpoint())) {
      return new Voice(node, Optional.of(machine.etcdStatus()));
    } catch (TalosException e) {
      return new Voice(node, Optional.empty());
    }
  }

  private static Optional<EtcdReading> whole(
      TalosClient client, SeenNode node, Map<String, EtcdStatus> statuses) {
    try (TalosNode machine = client.node(node.endpoint())) {
      return Optional.of(new EtcdReading(statuses, machine.etcdMembers(), machine.etcdAlarms()));
    } catch (TalosException e) {
      return Optional.empty();
    }
  }

  /** Returns the members as they are, if there are any. */
  Optional<RunningEtcd> etcd() {
    List<RunningEtcd.Member> all = new ArrayList<>();
    members.forEach(member -> all.add(member(member.id(), member.hostname(), member.learner())));
    statuses.forEach(
        (name, status) -> {
          if (all.stream().noneMatch(member -> member.id() == status.memberId())) {
            all.add(member(status.memberId(), name, status.learner()));
          }
        });
    return all.isEmpty() ? Optional.empty() : Optional.of(new RunningEtcd(all));
  }

  private RunningEtcd.Member member(long id, String name, boolean learner) {
    EtcdComparison all = new EtcdComparison(statuses);
    return new RunningEtcd.Member(
        id,
        name,
        statuses.values().stream().anyMatch(status -> status.leader() == id),
        learner,
        statuses.values().stream()
            .filter(status -> status.memberId() == id)
            .findFirst()
            .map(
                status ->
                    new RunningEtcd.Data(
                        status.version(),
                        all.lag(status),
                        status.databaseBytes(),
                        status.usedBytes())),
        alarms.stream()
            .filter(alarm -> alarm.memberId() == id)
            .map(alarm -> alarm.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .toList());
  }

  /** Says what is wrong with it as a whole. */
  FindingReport findings() {
    EtcdComparison all = new EtcdComparison(statuses);
    List<Finding> findings = new ArrayList<>();
    all.quarrelling().forEach((name, words) -> findings.add(finding(name, words)));
    all.lagging().forEach((name, words) -> findings.add(finding(name, words)));
    all.alarmed(alarms).forEach((name, words) -> findings.add(finding(name, words)));
    return FindingReport.of(findings);
  }

  private static Finding finding(String name, String words) {
    return PlanFinding.ETCD_UNWELL.finding(
        name + ": " + words + ".",
        "No control plane is stopped or rebooted while this holds; healthCluster says when it no"
            + " longer does.");
  }
}
