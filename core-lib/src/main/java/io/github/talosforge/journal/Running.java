package io.github.talosforge.journal;

import io.github.talosforge.plan.Plan;
import io.github.talosforge.report.Grid;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningEtcd;
import io.github.talosforge.versions.Trait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the nodes and etcd run, in rows for the page. */
final class Running {
  private static final double MEBIBYTE = 1024 * 1024;

  private Running() {}

  static List<Grid> of(Plan plan) {
    List<Grid> grids = new ArrayList<>();
    if (!plan.versions().isEmpty()) {
      grids.add(nodes(plan.versions()));
    }
    plan.etcd().ifPresent(etcd -> grids.add(members(etcd)));
    return grids;
  }

  private static Grid nodes(List<NodeVersions> nodes) {
    return new Grid(
        "What the nodes run",
        Stream.concat(Stream.of("Node"), Stream.of(Trait.values()).map(Trait::title)).toList(),
        nodes.stream()
            .map(
                node ->
                    Stream.concat(
                            Stream.of(node.node().value()),
                            Stream.of(Trait.values()).map(trait -> trait.of(node)))
                        .toList())
            .toList());
  }

  private static Grid members(RunningEtcd etcd) {
    return new Grid(
        "The members of etcd",
        List.of("Member", "Node", "Part", "etcd", "Lag", "In use", "Alarms"),
        etcd.members().stream().map(Running::row).toList());
  }

  private static List<String> row(RunningEtcd.Member member) {
    return List.of(
        member.hexId(),
        member.name(),
        member.part(),
        member.data().map(RunningEtcd.Data::version).orElse("–"),
        member.data().map(data -> Long.toString(data.lag())).orElse("–"),
        member.data().map(Running::size).orElse("–"),
        member.alarms().isEmpty() ? "–" : String.join(", ", member.alarms()));
  }

  private static String size(RunningEtcd.Data data) {
    return String.format(
        Locale.ROOT, "%.1f of %.1f MiB", data.usedBytes() / MEBIBYTE, data.bytes() / MEBIBYTE);
  }
}
