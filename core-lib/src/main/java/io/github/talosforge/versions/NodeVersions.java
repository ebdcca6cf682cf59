package io.github.talosforge.versions;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import java.util.List;

/**
 * What a node runs, and where the files want something else.
 *
 * @param node the node
 * @param role what it does
 * @param runs what it runs
 * @param differences what the files want in another version
 * @param system the system that it booted
 */
public record NodeVersions(
    NodeName node,
    NodeRole role,
    RunningVersions runs,
    List<VersionDifference> differences,
    BootedSystem system) {
  /** Keeps an own copy of the list. */
  public NodeVersions {
    differences = List.copyOf(differences);
  }

  /** Describes a node of which nobody asked more than its versions. */
  public NodeVersions(
      NodeName node, NodeRole role, RunningVersions runs, List<VersionDifference> differences) {
    this(node, role, runs, differences, BootedSystem.UNKNOWN);
  }
}
