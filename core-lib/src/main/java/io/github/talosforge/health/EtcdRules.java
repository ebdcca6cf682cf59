package io.github.talosforge.health;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdComparison;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The checks of etcd.
 *
 * @param controlPlanes what the control planes say
 * @param alarms the alarms of all members
 */
record EtcdRules(List<NodeFacts> controlPlanes, Known<List<EtcdAlarm>> alarms) {

  /** That most members are gone explains everything else, so it is said first. */
  CheckResult healthy() {
    Verdicts verdicts = new Verdicts(HealthCheck.ETCD_HEALTHY);
    Map<NodeName, Optional<EtcdStatus>> voices = new LinkedHashMap<>();
    controlPlanes.forEach(each -> voices.put(each.node().name(), each.etcd().value()));
    LostQuorum.explanation(voices).ifPresent(verdicts::complain);
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(
          TalosRules.name(each),
          each.services(),
          services -> TalosRules.complaint(services, "etcd"));
    }
    EtcdComparison members = comparison();
    members.lagging().forEach((name, words) -> verdicts.complain(name + ": " + words));
    return verdicts
        .judge("etcd", alarms, raised -> String.join("; ", sentences(members.alarmed(raised))))
        .result();
  }

  private static List<String> sentences(Map<String, String> words) {
    return words.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()).toList();
  }

  private EtcdComparison comparison() {
    Map<String, EtcdStatus> statuses = new LinkedHashMap<>();
    controlPlanes.forEach(
        each -> each.etcd().value().ifPresent(own -> statuses.put(TalosRules.name(each), own)));
    return new EtcdComparison(statuses);
  }

  CheckResult consistent() {
    Verdicts verdicts = new Verdicts(HealthCheck.ETCD_CONSISTENT);
    Optional<Set<String>> first =
        controlPlanes.stream()
            .flatMap(each -> each.etcdMembers().value().stream())
            .map(EtcdRules::described)
            .findFirst();
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(
          TalosRules.name(each),
          each.etcdMembers(),
          members ->
              described(members).equals(first.orElseThrow())
                  ? ""
                  : "knows " + described(members) + " and not " + first.orElseThrow());
    }
    sentences(comparison().quarrelling()).forEach(verdicts::complain);
    return verdicts.result();
  }

  private static Set<String> described(List<EtcdMember> members) {
    return members.stream()
        .map(
            member ->
                member.hostname()
                    + "/"
                    + Long.toHexString(member.id())
                    + (member.learner() ? " (learner)" : ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  CheckResult members() {
    Verdicts verdicts = new Verdicts(HealthCheck.ETCD_MEMBERS);
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(
          TalosRules.name(each),
          each.etcdMembers(),
          members ->
              members.stream()
                  .flatMap(member -> complaint(each, member).stream())
                  .collect(Collectors.joining("; ")));
    }
    return verdicts.result();
  }

  /** A dead member can have the name of a living one, which counts for the quorum all the same. */
  private Optional<String> complaint(NodeFacts asked, EtcdMember member) {
    String who = "member %s (%016x)".formatted(member.hostname(), member.id());
    Optional<NodeFacts> itself =
        controlPlanes.stream().filter(each -> isItself(each, member)).findFirst();
    if (itself.isPresent()) {
      return isAtHome(itself.get(), member)
          ? Optional.empty()
          : Optional.of(
              who
                  + " is known at "
                  + String.join(", ", hosts(member))
                  + ", which is no address of "
                  + TalosRules.name(itself.get())
                  + ", so the others do not reach it. Give the machine that address back, or let it"
                  + " leave etcd and join anew (rebuildNode)");
    }
    boolean like = controlPlanes.stream().anyMatch(each -> isLike(each.node(), member));
    boolean perhaps =
        controlPlanes.stream()
            .filter(each -> each.etcd().value().isEmpty())
            .anyMatch(each -> isLike(each.node(), member));
    return perhaps
        ? Optional.empty()
        : Optional.of(
            who
                + (like
                    ? " is dead: the control plane of that name or address is another member"
                    : " is no control plane")
                + ". If its machine is gone: talosctl --nodes %s etcd remove-member %016x"
                    .formatted(TalosRules.name(asked), member.id()));
  }

  private static boolean isItself(NodeFacts facts, EtcdMember member) {
    return facts.etcd().value().filter(own -> own.memberId() == member.id()).isPresent();
  }

  /** A member may be reached at another of its machine's addresses. */
  private static boolean isAtHome(NodeFacts facts, EtcdMember member) {
    Set<String> hosts = hosts(member);
    return hosts.contains(facts.node().address())
        || facts
            .addresses()
            .value()
            .map(own -> hosts.stream().anyMatch(own::contains))
            .orElse(true);
  }

  /** Of a machine that does not say which member it is, name and address tell. */
  private static boolean isLike(CheckedNode node, EtcdMember member) {
    return node.name().value().equals(member.hostname()) || hosts(member).contains(node.address());
  }

  /** Where the other members reach it. */
  static Set<String> hosts(EtcdMember member) {
    return member.peerUrls().stream()
        .flatMap(url -> Optional.ofNullable(URI.create(url).getHost()).stream())
        .map(host -> host.replaceAll("[\\[\\]]", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
