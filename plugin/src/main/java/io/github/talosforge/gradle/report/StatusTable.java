package io.github.talosforge.gradle.report;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.talos.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The nodes of a cluster as they stand after a run. */
public final class StatusTable {
  private StatusTable() {}

  /**
   * Makes the table.
   *
   * @param nodes the nodes
   * @param machines what Talos showed of them; empty when nobody looked
   * @param outcomes what was done to them in this build
   * @return one row a node
   */
  public static TextTable of(
      List<NodeStatus> nodes, Map<NodeName, Sighting> machines, List<Outcome> outcomes) {
    boolean looked = !machines.isEmpty();
    TextTable table = new TextTable(columns(looked));
    for (NodeStatus node : nodes) {
      Optional<String> talos = Optional.ofNullable(machines.get(node.node())).map(Sighting::label);
      table.add(row(node, looked, text(talos), time(node.node(), outcomes)));
      node.dataVm().ifPresent(data -> table.add(row(node, data, looked)));
    }
    return table;
  }

  private static String[] columns(boolean looked) {
    return Stream.of(
            "NODE", "ROLE", "VM", "HOST", "ADDRESS", "STATE", looked ? "TALOS" : "", "TIME")
        .filter(title -> !title.isEmpty())
        .toArray(String[]::new);
  }

  private static String[] row(NodeStatus node, boolean looked, String talos, String time) {
    return Stream.of(
            node.node().toString(),
            node.role().map(NodeRole::label).orElse("not in the files"),
            text(node.vmId()),
            text(node.host()),
            text(node.address()),
            state(node.state()),
            looked ? talos : "",
            time)
        .filter(cell -> !cell.isEmpty())
        .toArray(String[]::new);
  }

  private static String[] row(NodeStatus node, NodeStatus.DataVm data, boolean looked) {
    return Stream.of(
            NodePart.DATA.vmName(node.node()),
            "keeps data",
            data.vmId().toString(),
            data.host().toString(),
            "-",
            state(data.state()),
            looked ? "-" : "",
            "-")
        .filter(cell -> !cell.isEmpty())
        .toArray(String[]::new);
  }

  static String state(NodeStatus.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static String time(NodeName node, List<Outcome> outcomes) {
    Duration time =
        outcomes.stream()
            .filter(
                one -> one.change() instanceof VmChange change && change.vm().node().equals(node))
            .map(Outcome::took)
            .reduce(Duration.ZERO, Duration::plus);
    return time.isZero() ? "-" : RunConsole.seconds(time);
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse("-");
  }
}
