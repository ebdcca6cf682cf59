package io.github.talosforge.operation;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.NodeOutcome;
import java.util.List;

/**
 * What came of an operation that got to its end.
 *
 * @param changes what was done to VMs, templates and files on Proxmox
 * @param machines what was done inside the machines
 */
public record Result(List<Outcome> changes, List<NodeOutcome> machines) {
  static final Result NOTHING = new Result(List.of(), List.of());

  /** Keeps own copies. */
  public Result {
    changes = List.copyOf(changes);
    machines = List.copyOf(machines);
  }
}
