package io.github.talosforge.plan;

import java.util.Set;

/**
 * Which nodes the running cluster knows, whether or not they have a VM: an earlier run can have
 * been interrupted after it had destroyed one.
 */
public sealed interface JoinedNodes {

  /**
   * Kubernetes and etcd were asked.
   *
   * @param names what they call their nodes and members
   */
  record Known(Set<String> names) implements JoinedNodes {
    /** Keeps an own copy of the set. */
    public Known {
      names = Set.copyOf(names);
    }
  }

  /**
   * They could not be asked.
   *
   * @param why what stood in the way, as a half sentence
   */
  record Unknown(String why) implements JoinedNodes {}
}
