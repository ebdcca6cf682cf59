package io.github.talosforge.validation.rules;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeSpec;
import java.util.Optional;

/** Tells the host of a node as far as the files alone decide on it. */
final class CertainHost {

  private CertainHost() {}

  static Optional<HostName> of(NodeSpec node, ClusterSpec spec) {
    Optional<HostName> common =
        spec.proxmox().hosts().isEmpty() ? spec.proxmox().defaultHost() : Optional.empty();
    return node.demandedHost().or(() -> common);
  }
}
