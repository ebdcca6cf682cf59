package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;

/** A change inside a node's machine, made over Talos' own API after the VMs are as they should. */
public sealed interface TalosChange extends Change
    permits ConfigureMachine, BeginEtcd, WithdrawDisc {

  /** Returns the node. */
  NodeName node();
}
