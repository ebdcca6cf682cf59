package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import java.util.Set;

/**
 * Begins etcd, and with it the cluster, on one control plane; the others join it.
 *
 * @param id the name of the change
 * @param node the control plane
 * @param dependencies the changes before
 */
public record BeginEtcd(ChangeId id, NodeName node, Set<ChangeId> dependencies)
    implements TalosChange {

  /** Keeps an own copy of the set. */
  public BeginEtcd {
    dependencies = Set.copyOf(dependencies);
  }

  /**
   * Returns the change.
   *
   * @param node the control plane
   * @param dependencies the changes before
   */
  public static BeginEtcd of(NodeName node, Set<ChangeId> dependencies) {
    return new BeginEtcd(ChangeId.of("bootstrap", node), node, dependencies);
  }

  @Override
  public boolean disruptive() {
    return false;
  }

  @Override
  public <R> R accept(TalosChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
