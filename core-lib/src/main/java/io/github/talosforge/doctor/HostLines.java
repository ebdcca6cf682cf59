package io.github.talosforge.doctor;

import io.github.talosforge.allocation.AllocationFinding;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.ObservedHost;
import io.github.talosforge.proxmox.HostState;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The hosts that nodes may be on, and whether all nodes find room. */
final class HostLines {
  private static final int GIBIBYTE_BITS = 30;

  private HostLines() {}

  static List<Line> of(Facts facts) {
    List<Line> lines = new ArrayList<>();
    facts.hosts().forEach(host -> lines.add(host(facts, host)));
    List<Finding> layout =
        facts.owned().allocation().report().findings().stream()
            .filter(finding -> !finding.code().equals(AllocationFinding.HOST_UNKNOWN.code()))
            .toList();
    layout.forEach(finding -> lines.add(Line.of(Topic.HOSTS, "nodes", finding)));
    if (layout.isEmpty()) {
      lines.add(Line.fine(Topic.HOSTS, "nodes", spread(facts)));
    }
    return lines;
  }

  private static String spread(Facts facts) {
    Map<HostName, Long> counts =
        facts.wants().hosts().values().stream()
            .collect(Collectors.groupingBy(host -> host, TreeMap::new, Collectors.counting()));
    return "all have a place: "
        + counts.entrySet().stream()
            .map(count -> count.getValue() + " on " + count.getKey())
            .collect(Collectors.joining(", "))
        + ".";
  }

  private static Line host(Facts facts, HostName name) {
    Optional<ObservedHost> seen = facts.world().host(name);
    if (seen.isEmpty()) {
      return Line.of(
          Topic.HOSTS,
          name.value(),
          Verdict.PROBLEM,
          "the files name it, but there is no such host.",
          "Hosts of this cluster: "
              + Facts.join(facts.world().hosts().stream().map(ObservedHost::name).toList())
              + ".");
    }
    return seen.get().online() ? up(facts, seen.get()) : down(facts, name);
  }

  /** Nodes that need not be there go elsewhere. */
  private static Line down(Facts facts, HostName name) {
    boolean needed = facts.wants().hosts().containsValue(name);
    return Line.of(
        Topic.HOSTS,
        name.value(),
        needed ? Verdict.PROBLEM : Verdict.NOTICE,
        needed ? "is down, and nodes belong there." : "is down; nodes go to other hosts.",
        "Start it, or take it out of the files.");
  }

  private static Line up(Facts facts, ObservedHost host) {
    String name = host.name().value();
    Answer<HostState> answer = Optional.ofNullable(facts.states().get(host.name())).orElseThrow();
    Optional<ProxmoxException> silence = answer.silence();
    if (silence.isPresent()) {
      return Line.failed(Topic.HOSTS, name, Verdict.PROBLEM, silence.orElseThrow());
    }
    return answer
        .value()
        .map(state -> told(facts, host, state))
        .orElseGet(
            () ->
                facts.unseen(
                    Topic.HOSTS,
                    name,
                    "Its release, processors and memory are not seen",
                    "/nodes/" + name,
                    "Sys.Audit"));
  }

  private static Line told(Facts facts, ObservedHost host, HostState state) {
    String sentence =
        host.processors()
            + " processors, "
            + (host.memoryBytes() >> GIBIBYTE_BITS)
            + " GiB of memory"
            + state.release().map(release -> ", Proxmox VE " + release).orElse("")
            + ".";
    boolean other =
        state.release().filter(it -> !it.equals(facts.world().version().version())).isPresent();
    return other
        ? Line.of(
            Topic.HOSTS,
            host.name().value(),
            Verdict.NOTICE,
            sentence,
            "The host that answers has "
                + facts.world().version().version()
                + ": finish the"
                + " upgrade before you go on.")
        : Line.fine(Topic.HOSTS, host.name().value(), sentence);
  }
}
