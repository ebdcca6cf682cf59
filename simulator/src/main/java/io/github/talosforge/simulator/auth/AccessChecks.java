package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Principal;
import java.util.List;

/** The checks on users that are no plain privilege on a path. */
final class AccessChecks {
  private static final String GROUPS = "/access/groups";

  private final AccessStore store;

  AccessChecks(AccessStore store) {
    this.store = store;
  }

  /** The user, or Proxmox' words for there being none. */
  User existing(String id) {
    User user = store.user(id);
    if (user == null) {
      throw ApiFailure.died("no such user ('" + id + "')");
    }
    return user;
  }

  /** The token, or Proxmox' words for there being none. */
  Token existing(String userId, String name) {
    existing(userId);
    Token token = store.token(userId + "!" + name);
    if (token == null) {
      throw ApiFailure.died("no such token '" + name + "' for user '" + userId + "'");
    }
    return token;
  }

  /** Whether someone holds one of the privileges on all groups, or on one that the user is in. */
  boolean governs(Principal principal, User user, String... privileges) {
    return holds(principal, GROUPS, privileges)
        || user.groups().stream()
            .anyMatch(group -> holds(principal, GROUPS + "/" + group, privileges));
  }

  void demandGoverns(Principal principal, String userId, String... privileges) {
    if (!principal.isRoot() && !governs(principal, existing(userId), privileges)) {
      throw denied();
    }
  }

  void demandSelfOrGoverns(Principal principal, String userId) {
    if (!principal.id().equals(userId)) {
      demandGoverns(principal, userId, "User.Modify");
    }
  }

  /** What the creation of a user with these groups needs. */
  void demandForGroups(Principal principal, List<String> groups) {
    if (principal.isRoot() || holds(principal, GROUPS, "User.Modify")) {
      return;
    }
    if (groups.isEmpty()) {
      throw ApiFailure.denied(GROUPS, "User.Modify");
    }
    for (String group : groups) {
      if (!principal.has(GROUPS + "/" + group, "User.Modify")) {
        throw ApiFailure.denied(GROUPS + "/" + group, "User.Modify");
      }
    }
  }

  void demandRealm(Principal principal, String userId) {
    String path = "/access/realm/" + userId.substring(userId.lastIndexOf('@') + 1);
    if (!principal.isRoot() && !principal.has(path, "Realm.AllocateUser")) {
      throw ApiFailure.denied(path, "Realm.AllocateUser");
    }
  }

  static ApiFailure denied() {
    return ApiFailure.of(403, "Permission check failed");
  }

  private static boolean holds(Principal principal, String path, String... privileges) {
    for (String privilege : privileges) {
      if (principal.has(path, privilege)) {
        return true;
      }
    }
    return false;
  }
}
