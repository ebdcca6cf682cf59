package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.proxmox.Bridge;
import io.github.talosforge.proxmox.Network;
import io.github.talosforge.proxmox.Vnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The bridges and vnets that network cards are put on. */
final class BridgeLines {
  private BridgeLines() {}

  /** What was read of a host's networks. */
  private record Seen(List<Bridge> bridges, List<Vnet> vnets) implements Network {}

  static List<Line> of(Facts facts) {
    List<Line> lines = new ArrayList<>();
    facts.wants().bridges().forEach((bridge, hosts) -> lines.addAll(lines(facts, bridge, hosts)));
    return lines;
  }

  private static List<Line> lines(Facts facts, String bridge, SortedSet<HostName> hosts) {
    List<Line> lines = new ArrayList<>();
    SortedSet<HostName> told = new TreeSet<>();
    for (HostName host : hosts) {
      Optional.ofNullable(facts.bridges().get(host))
          .ifPresent(
              answer -> {
                answer.value().ifPresent(seen -> told.add(host));
                answer
                    .silence()
                    .ifPresent(
                        why -> lines.add(Line.failed(Topic.NETWORK, bridge, Verdict.UNKNOWN, why)));
              });
    }
    List<Finding> findings = facts.wants().bridge(bridge, told, host -> seen(facts, host));
    findings.forEach(finding -> lines.add(Line.of(Topic.NETWORK, bridge, finding)));
    String path = "/sdn/zones/localnetwork/" + bridge;
    if (!findings.isEmpty() && !facts.allows(path, "SDN.Use", "SDN.Audit")) {
      return List.of(facts.unseen(Topic.NETWORK, bridge, "Not seen", path, "SDN.Use"));
    }
    return lines.isEmpty() && !told.isEmpty()
        ? List.of(Line.fine(Topic.NETWORK, bridge, "on " + Facts.join(told) + "."))
        : lines;
  }

  private static Network seen(Facts facts, HostName host) {
    return new Seen(
        Optional.ofNullable(facts.bridges().get(host)).flatMap(Answer::value).orElse(List.of()),
        facts.vnets().flatMap(Answer::value).orElse(List.of()));
  }
}
