package io.github.talosforge.bootstrap;

import java.util.List;

/** Finds the nodes; asked again while some are missing, because VMs start and get addresses. */
@FunctionalInterface
public interface NodePlaces {

  /**
   * Looks where the nodes are.
   *
   * @return every node of the cluster, in the order of its files
   */
  List<NodePlace> look();
}
