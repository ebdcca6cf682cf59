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

  /**
   * Finds all nodes once more, because some do not answer where they were.
   *
   * @return the places as they are now
   */
  default List<NodePlace> lookAgain() {
    return look();
  }
}
