package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import java.util.Set;

/**
 * Takes a CD away that gave a node its configuration: it is ejected where it is in a drive, and
 * deleted.
 *
 * @param id the name of the change
 * @param node the node
 * @param volume the CD
 * @param dependencies the changes before
 */
public record WithdrawDisc(ChangeId id, NodeName node, String volume, Set<ChangeId> dependencies)
    implements TalosChange {

  /** Keeps an own copy of the set. */
  public WithdrawDisc {
    dependencies = Set.copyOf(dependencies);
  }

  /**
   * Returns the change.
   *
   * @param node the node
   * @param volume the CD
   */
  public static WithdrawDisc of(NodeName node, String volume) {
    return new WithdrawDisc(ChangeId.of("withdraw-cd", node, volume), node, volume, Set.of());
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
