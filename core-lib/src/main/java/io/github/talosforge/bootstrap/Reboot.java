package io.github.talosforge.bootstrap;

import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.List;

/**
 * The reboot of one node.
 *
 * @param client reaches the node
 * @param lookout sees how it is
 * @param node the node as it was before
 * @param boot what its kernel called the boot that ends
 */
record Reboot(TalosClient client, Lookout lookout, SeenNode node, String boot) {

  /**
   * Waits until the node runs again and is ready. What kept it from being ready before may go on
   * to: while etcd is not begun, no node is.
   */
  void await(Deadline deadline) {
    while (true) {
      SeenNode now = look();
      if (now.sighting().isWell(node.sighting().unmetNames()) && !isSameBoot(now)) {
        return;
      }
      if (deadline.isOver()) {
        throw QuorumLook.late(
            client,
            "A node did not come back from its reboot in time:",
            lookout.last(),
            List.of(now));
      }
      deadline.pause();
    }
  }

  private SeenNode look() {
    return lookout.again(List.of(node)).stream()
        .filter(seen -> seen.name().equals(node.name()))
        .findFirst()
        .orElseThrow();
  }

  /** A reboot can be too quick to be seen; its kernel's name for the boot tells it. */
  private boolean isSameBoot(SeenNode now) {
    try (TalosNode machine = client.node(now.endpoint())) {
      return machine.bootId().equals(boot);
    } catch (TalosException e) {
      if (!FirstConfiguration.isTransient(e)) {
        throw e;
      }
      return true;
    }
  }
}
