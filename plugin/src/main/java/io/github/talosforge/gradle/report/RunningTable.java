package io.github.talosforge.gradle.report;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningEtcd;
import io.github.talosforge.versions.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the nodes and etcd run: a column for what differs, a sentence for what does not. */
public final class RunningTable {
  private static final int WIDTH = 80;

  /** What is longer is told below the table. */
  private static final int WIDEST = 14;

  private static final double MEBIBYTE = 1024 * 1024;

  private RunningTable() {}

  /**
   * Makes the lines.
   *
   * @param seen what was looked at
   * @return the lines; none when nobody looked inside
   */
  public static List<String> of(LookedAt seen) {
    List<String> lines = new ArrayList<>();
    if (!seen.versions().isEmpty()) {
      nodes(seen.versions(), lines);
    }
    seen.machines().forEach((node, sighting) -> unmet(node, sighting).ifPresent(lines::add));
    seen.etcd().ifPresent(etcd -> lines.addAll(members(etcd)));
    return lines;
  }

  /** The boot id is another one on each node; the JSON and the page have it. */
  private static void nodes(List<NodeVersions> nodes, List<String> lines) {
    List<Trait> all = Stream.of(Trait.values()).filter(trait -> trait != Trait.BOOT_ID).toList();
    List<Trait> differing = all.stream().filter(trait -> !trait.isShared(nodes)).toList();
    if (!differing.isEmpty()) {
      TextTable table =
          new TextTable(
              Stream.concat(
                      Stream.of("NODE"),
                      differing.stream().map(trait -> trait.title().toUpperCase(Locale.ROOT)))
                  .toArray(String[]::new));
      nodes.forEach(
          node ->
              table.add(
                  Stream.concat(
                          Stream.of(node.node().toString()),
                          differing.stream().map(trait -> cell(trait.of(node))))
                      .toArray(String[]::new)));
      lines.addAll(table.lines());
      nodes.forEach(node -> details(node, differing, lines));
    }
    String shared =
        all.stream()
            .filter(trait -> !differing.contains(trait))
            .map(trait -> words(trait, nodes.get(0)))
            .collect(Collectors.joining("; "));
    if (!shared.isEmpty()) {
      lines.addAll(wrapped("All nodes: " + shared + "."));
    }
  }

  private static String cell(String text) {
    return text.length() > WIDEST ? "see below" : text;
  }

  private static void details(NodeVersions node, List<Trait> traits, List<String> lines) {
    traits.stream()
        .filter(trait -> trait.of(node).length() > WIDEST)
        .forEach(trait -> lines.addAll(wrapped(node.node() + ": " + words(trait, node) + ".")));
  }

  private static String words(Trait trait, NodeVersions node) {
    return trait.title() + " " + trait.of(node);
  }

  private static List<String> wrapped(String sentence) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(' ');
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static Optional<String> unmet(NodeName node, Sighting sighting) {
    return sighting
        .status()
        .filter(status -> status.stage() == MachineStatus.Stage.RUNNING && !status.ready())
        .map(status -> node + " is not ready: " + status);
  }

  private static List<String> members(RunningEtcd etcd) {
    TextTable table = new TextTable("ETCD MEMBER", "NODE", "PART", "LAG", "MIB IN USE", "ALARMS");
    etcd.members()
        .forEach(
            member ->
                table.add(
                    member.hexId(),
                    member.name(),
                    member.part(),
                    member.data().map(data -> Long.toString(data.lag())).orElse("-"),
                    member.data().map(RunningTable::size).orElse("-"),
                    member.alarms().isEmpty() ? "-" : String.join(", ", member.alarms())));
    return table.lines();
  }

  private static String size(RunningEtcd.Data data) {
    return String.format(
        Locale.ROOT, "%.0f of %.0f", data.usedBytes() / MEBIBYTE, data.bytes() / MEBIBYTE);
  }
}
