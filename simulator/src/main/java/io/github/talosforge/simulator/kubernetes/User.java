package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request.
 *
 * @param name the common name of the certificate
 * @param groups its organizations
 */
record User(String name, List<String> groups) {
  User {
    groups = List.copyOf(groups);
  }

  /** Refuses what only administrators may; rights of others are not simulated. */
  void demand(String verb, Kind kind, @Nullable String namespace, @Nullable String object) {
    if (groups.contains("system:masters")) {
      return;
    }
    String scope =
        namespace == null ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
    String what = kind.qualified() + (object == null ? "" : " \"" + object + "\"");
    throw Refusal.forbidden(
        "%s is forbidden: User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s"
            .formatted(what, name, verb, kind.plural(), kind.group(), scope));
  }
}
