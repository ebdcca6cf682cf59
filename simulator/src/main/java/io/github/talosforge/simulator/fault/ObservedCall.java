package io.github.talosforge.simulator.fault;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What rules look at.
 *
 * @param method the HTTP method
 * @param template the path template
 * @param vmids the VMs that are named
 * @param host the host that is named
 */
public record ObservedCall(
    String method, String template, Set<Integer> vmids, @Nullable String host) {
  /** Copies the set. */
  public ObservedCall {
    vmids = Set.copyOf(vmids);
  }

  boolean writes() {
    return !method.equals("GET");
  }
}
