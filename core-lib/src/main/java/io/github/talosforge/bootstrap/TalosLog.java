package io.github.talosforge.bootstrap;

import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.NodeName;

/** Hears what happens to the nodes; called from several threads at once. */
public interface TalosLog {
  /** Hears nothing. */
  TalosLog SILENT = new TalosLog() {};

  /**
   * A step of the whole cluster begins.
   *
   * @param sentence what is done or waited for
   */
  default void begins(String sentence) {}

  /**
   * A node looks different from before.
   *
   * @param node the node
   * @param words what is seen of it
   */
  default void sees(NodeName node, String words) {}

  /**
   * Something is done to a node.
   *
   * @param node the node
   * @param words what
   */
  default void does(NodeName node, String words) {}

  /**
   * Something went well, but not quite.
   *
   * @param node the node
   * @param sentence what the user should know
   */
  default void warns(NodeName node, String sentence) {}

  /**
   * The cluster's health was looked at.
   *
   * @param report what the checks said
   */
  default void checked(HealthReport report) {}
}
