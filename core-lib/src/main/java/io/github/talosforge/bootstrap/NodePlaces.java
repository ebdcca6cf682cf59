package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import java.util.List;
import java.util.Set;

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

  /**
   * Finds the cluster's VMs that the files no longer name. What they were is not known, so that
   * each counts as a control plane.
   *
   * @return their places
   */
  default List<NodePlace> unlisted() {
    return List.of();
  }

  /**
   * Leaves some nodes out.
   *
   * @param nodes the nodes to leave out
   * @return the places of all others
   */
  default NodePlaces without(Set<NodeName> nodes) {
    NodePlaces all = this;
    return new NodePlaces() {
      @Override
      public List<NodePlace> look() {
        return others(all.look());
      }

      @Override
      public List<NodePlace> lookAgain() {
        return others(all.lookAgain());
      }

      @Override
      public List<NodePlace> unlisted() {
        return all.unlisted();
      }

      private List<NodePlace> others(List<NodePlace> places) {
        return places.stream().filter(place -> !nodes.contains(place.node())).toList();
      }
    };
  }
}
