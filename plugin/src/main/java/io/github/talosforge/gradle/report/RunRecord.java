package io.github.talosforge.gradle.report;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one build has done to one cluster, summed over its tasks.
 *
 * @param counters what was sent
 * @param talos what the machines were sent
 * @param time how long it took
 * @param outcomes how all changes ended
 * @param unchanged the nodes that were as the files say
 */
public record RunRecord(
    ClientCounters counters,
    TalosCounters talos,
    Duration time,
    List<Outcome> outcomes,
    Collection<NodeName> unchanged) {
  /** Keeps own copies of the collections. */
  public RunRecord {
    outcomes = List.copyOf(outcomes);
    unchanged = List.copyOf(unchanged);
  }

  /** Returns what became of each node that was looked at: the worst of its changes counts. */
  Map<NodeName, String> nodes() {
    Map<NodeName, String> nodes = new TreeMap<>();
    unchanged.forEach(node -> nodes.put(node, "unchanged"));
    for (Outcome.Ending ending :
        List.of(Outcome.Ending.DONE, Outcome.Ending.SKIPPED, Outcome.Ending.FAILED)) {
      outcomes.stream()
          .filter(outcome -> outcome.ending() == ending)
          .filter(outcome -> outcome.change() instanceof VmChange)
          .map(outcome -> ((VmChange) outcome.change()).vm().node())
          .forEach(node -> nodes.put(node, ending.name().toLowerCase(Locale.ROOT)));
    }
    return nodes;
  }
}
