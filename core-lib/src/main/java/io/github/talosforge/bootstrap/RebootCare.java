package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;

/** Looks after the cluster while one of its nodes reboots for another configuration. */
@FunctionalInterface
public interface RebootCare {
  /** Does nothing but reboot. */
  RebootCare NONE = (node, role, reboot) -> reboot.run();

  /**
   * Has one node rebooted, and does what is needed before and after. Called for one node at a time;
   * an exception ends the run, so that no further node reboots.
   *
   * @param node the node
   * @param role what it is in the cluster
   * @param reboot sends the configuration that the node reboots for, and waits until it is back
   * @throws TalosFlowException if the cluster cannot do without the node now
   */
  void reboot(NodeName node, NodeRole role, Runnable reboot);
}
