package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.Machine;
import io.grpc.Context;
import java.util.Set;

/**
 * On which node a call is carried out, and for whom.
 *
 * @param machine the node
 * @param roles the caller's roles
 */
record CallScope(Machine machine, Set<String> roles) {
  static final Context.Key<CallScope> KEY = Context.key("talos-call");

  CallScope {
    roles = Set.copyOf(roles);
  }

  static CallScope current() {
    CallScope scope = KEY.get();
    if (scope == null) {
      throw new IllegalStateException("not inside of a call");
    }
    return scope;
  }

  boolean isAdmin() {
    return roles.contains(RpcRules.ADMIN);
  }
}
