package io.github.talosforge.gradle.report;

import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmSpec;
import java.util.Optional;

/** The nodes of a cluster as its files describe them. */
public final class NodeTable {
  private static final String OPEN = "auto";

  private NodeTable() {}

  /**
   * Makes the table of a cluster.
   *
   * @param cluster the cluster
   * @return one row a node
   */
  public static TextTable of(ClusterSpec cluster) {
    TextTable table =
        new TextTable("NODE", "ROLE", "VM", "HOST", "ADDRESS", "CORES", "MEMORY", "DISK");
    for (NodeSpec node : cluster.nodes()) {
      VmSpec vm = node.vm();
      table.add(
          node.name().toString(),
          node.role().label(),
          text(node.vmId()),
          text(node.host()),
          address(node.address()),
          String.valueOf(vm.cpu().totalCores()),
          vm.memory().toString(),
          vm.systemDisk().size().toString());
    }
    return table;
  }

  private static String address(AddressWish wish) {
    if (wish instanceof AddressWish.Fixed fixed) {
      return fixed.address().toString();
    }
    return wish instanceof AddressWish.Dhcp ? "dhcp" : OPEN;
  }

  private static String text(Optional<?> value) {
    return value.map(Object::toString).orElse(OPEN);
  }
}
