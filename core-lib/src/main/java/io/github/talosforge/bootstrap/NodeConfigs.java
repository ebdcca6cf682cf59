package io.github.talosforge.bootstrap;

import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.versions.RunningVersions;

/** Makes the configurations of nodes for what they run. */
@FunctionalInterface
public interface NodeConfigs {
  /**
   * Makes the configuration of a node.
   *
   * @param node the node
   * @param runs what it runs
   * @return the configuration, which changes no version
   */
  GeneratedConfig of(NodeName node, RunningVersions runs);
}
