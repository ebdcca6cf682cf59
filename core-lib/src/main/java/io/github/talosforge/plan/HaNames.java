package io.github.talosforge.plan;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeRole;

/**
 * The names of a cluster's rules and groups. The uid in them proves whose they are: nobody else
 * makes the same.
 *
 * @param prefix what they begin with
 */
record HaNames(String prefix) {
  static HaNames of(ClusterUid uid) {
    return new HaNames("talosforge-" + uid + "-");
  }

  String rule(NodeRole role) {
    return prefix + word(role);
  }

  /** Names of rules hold no blanks. */
  static String word(NodeRole role) {
    return role == NodeRole.CONTROL_PLANE ? "controlplane" : "worker";
  }

  String group(HostName host) {
    return prefix + host;
  }

  boolean isOurs(String name) {
    return name.startsWith(prefix);
  }
}
