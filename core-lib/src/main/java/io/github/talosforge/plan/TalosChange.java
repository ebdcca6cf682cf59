package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;

/** A change inside a node's machine, made over Talos' own API after the VMs are as they should. */
public sealed interface TalosChange extends Change
    permits ConfigureMachine, BeginEtcd, WithdrawDisc {

  /** Returns the node. */
  NodeName node();

  /**
   * Hands the change to the method for its kind.
   *
   * @param visitor what is done with each kind of this group
   * @return what the method returns
   */
  <R> R accept(TalosChange.Visitor<R> visitor);

  @Override
  default <R> R accept(Change.Visitor<R> visitor) {
    return accept((TalosChange.Visitor<R>) visitor);
  }

  /** Has a method for each kind of this group. */
  interface Visitor<R> {
    R visit(ConfigureMachine change);

    R visit(BeginEtcd change);

    R visit(WithdrawDisc change);
  }
}
