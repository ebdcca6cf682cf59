package io.github.talosforge.gradle.report;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.plan.VmChange;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The nodes of a cluster as they stand after a run. */
public final class StatusTable {
  private StatusTable() {}

  /**
   * Makes the table.
   *
   * @param nodes the nodes
   * @param outcomes what was done to them in this build
   * @return one row a node
   */
  public static TextTable of(List<NodeStatus> nodes, List<Outcome> outcomes) {
    TextTable table = new TextTable("NODE", "ROLE", "VM", "HOST", "ADDRESS", "STATE", "TIME");
    for (NodeStatus node : nodes) {
      table.add(
          node.node().toString(),
          node.role().map(NodeRole::label).orElse("not in the files"),
          text(node.vmId()),
          text(node.host()),
          text(node.address()),
          state(node),
          time(node.node(), outcomes));
    }
    return table;
  }

  static String state(NodeStatus node) {
    return node.state().name().toLowerCase(Locale.ROOT);
  }

  private static String time(NodeName node, List<Outcome> outcomes) {
    Duration time =
        outcomes.stream()
            .filter(
                one -> one.change() instanceof VmChange change && change.vm().node().equals(node))
            .map(Outcome::took)
            .reduce(Duration.ZERO, Duration::plus);
    return time.isZero() ? "-" : ConsoleLog.seconds(time);
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse("-");
  }
}
