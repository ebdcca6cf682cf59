package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Users and groups. */
final class UserOperations {
  private static final String USERS = "/access/users";
  private static final String GROUPS = "/access/groups";

  private final AccessStore store;
  private final AccessChecks checks;

  UserOperations(AccessStore store, AccessChecks checks) {
    this.store = store;
    this.checks = checks;
  }

  List<Operation> operations() {
    Set<String> user =
        Set.of("comment", "email", "enable", "expire", "firstname", "groups", "lastname", "keys");
    Set<String> create = new LinkedHashSet<>(user);
    create.addAll(Set.of("userid", "password"));
    Set<String> update = new LinkedHashSet<>(user);
    update.add("append");
    String one = USERS + "/{userid}";
    String group = GROUPS + "/{groupid}";
    return List.of(
        new Operation("GET", USERS, Set.of("enabled", "full"), this::list),
        new Operation("POST", USERS, create, this::create),
        new Operation("GET", one, Set.of(), this::show),
        new Operation("PUT", one, update, this::update),
        new Operation("DELETE", one, Set.of(), this::delete),
        new Operation("GET", GROUPS, Set.of(), this::listGroups),
        new Operation("POST", GROUPS, Set.of("groupid", "comment"), this::createGroup),
        new Operation("GET", group, Set.of(), this::showGroup),
        new Operation("PUT", group, Set.of("comment"), this::updateGroup),
        new Operation("DELETE", group, Set.of(), this::deleteGroup));
  }

  private List<Map<String, Object>> list(ApiCall call) {
    Principal caller = call.principal();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (User user : store.users()) {
      boolean visible =
          caller.id().equals(user.id())
              || caller.isRoot()
              || checks.governs(caller, user, "User.Modify", "Sys.Audit");
      boolean wanted = !call.given("enabled") || call.flag("enabled") == user.enabled();
      if (visible && wanted) {
        rows.add(row(user, call.flag("full")));
      }
    }
    return rows;
  }

  private Map<String, Object> row(User user, boolean full) {
    Map<String, Object> row = details(user);
    row.put("userid", user.id());
    row.put("realm-type", user.realm());
    if (full) {
      row.put("groups", String.join(",", user.groups()));
      row.put("tokens", store.tokensOf(user.id()).stream().map(TokenOperations::row).toList());
    }
    return row;
  }

  private static Map<String, Object> details(User user) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("enable", user.enabled() ? 1 : 0);
    row.put("expire", user.expire());
    putIfKnown(row, "comment", user.details().comment());
    putIfKnown(row, "email", user.details().email());
    putIfKnown(row, "firstname", user.details().firstname());
    putIfKnown(row, "lastname", user.details().lastname());
    return row;
  }

  static void putIfKnown(Map<String, Object> row, String key, @Nullable Object value) {
    if (value != null) {
      row.put(key, value);
    }
  }

  private @Nullable Object create(ApiCall call) {
    String id = call.required("userid");
    checks.demandRealm(call.principal(), id);
    checks.demandForGroups(call.principal(), call.list("groups"));
    if (store.user(id) != null) {
      throw ApiFailure.died("create user failed: user '" + id + "' already exists");
    }
    String password = call.optional("password");
    User user = changed(User.named(id), call);
    store.put(password == null ? user : user.withSecret(Passwords.digest(id, password)));
    return null;
  }

  private User changed(User user, ApiCall call) {
    List<String> groups = call.given("groups") ? groups(user, call) : user.groups();
    User.Details old = user.details();
    return new User(
        user.id(),
        call.flag("enable", user.enabled()),
        call.number("expire", user.expire()),
        user.secret(),
        user.secondFactor(),
        groups,
        new User.Details(
            given(call, "comment", old.comment()),
            given(call, "email", old.email()),
            given(call, "firstname", old.firstname()),
            given(call, "lastname", old.lastname())));
  }

  private static @Nullable String given(ApiCall call, String name, @Nullable String old) {
    return call.given(name) ? call.optional(name) : old;
  }

  private List<String> groups(User user, ApiCall call) {
    Set<String> groups = new LinkedHashSet<>(call.flag("append") ? user.groups() : List.of());
    for (String group : call.list("groups")) {
      if (!store.groups().containsKey(group)) {
        throw ApiFailure.died("no such group '" + group + "'");
      }
      groups.add(group);
    }
    return List.copyOf(groups);
  }

  private Map<String, Object> show(ApiCall call) {
    String id = call.path("userid");
    checks.demandGoverns(call.principal(), id, "User.Modify", "Sys.Audit");
    User user = checks.existing(id);
    Map<String, Object> row = details(user);
    row.putIfAbsent("email", "");
    row.put("groups", user.groups());
    Map<String, Object> tokens = new LinkedHashMap<>();
    store.tokensOf(id).forEach(token -> tokens.put(token.name(), TokenOperations.info(token)));
    row.put("tokens", tokens.isEmpty() ? null : tokens);
    return row;
  }

  private @Nullable Object update(ApiCall call) {
    String id = call.path("userid");
    checks.demandGoverns(call.principal(), id, "User.Modify");
    store.put(changed(checks.existing(id), call));
    return null;
  }

  private @Nullable Object delete(ApiCall call) {
    String id = call.path("userid");
    checks.demandRealm(call.principal(), id);
    checks.demandGoverns(call.principal(), id, "User.Modify");
    checks.existing(id);
    store.removeUser(id);
    return null;
  }

  private List<Map<String, Object>> listGroups(ApiCall call) {
    List<Map<String, Object>> rows = new ArrayList<>();
    store
        .groups()
        .forEach(
            (name, comment) -> {
              if (sees(call.principal(), name)) {
                rows.add(Map.of("groupid", name, "comment", comment, "users", members(name)));
              }
            });
    return rows;
  }

  private static boolean sees(Principal principal, String group) {
    String path = GROUPS + "/" + group;
    return List.of("User.Modify", "Sys.Audit", "Group.Allocate").stream()
        .anyMatch(privilege -> principal.has(path, privilege));
  }

  private String members(String group) {
    return String.join(
        ",",
        store.users().stream()
            .filter(user -> user.groups().contains(group))
            .map(User::id)
            .toList());
  }

  private @Nullable Object createGroup(ApiCall call) {
    String name = call.required("groupid");
    if (store.groups().containsKey(name)) {
      throw ApiFailure.died("create group failed: group '" + name + "' already exists");
    }
    store.putGroup(name, call.text("comment", ""));
    return null;
  }

  private Map<String, Object> showGroup(ApiCall call) {
    String name = existingGroup(call);
    String members = members(name);
    return Map.of(
        "comment",
        store.groups().getOrDefault(name, ""),
        "members",
        members.isEmpty() ? List.of() : List.of(members.split(",", -1)));
  }

  private @Nullable Object updateGroup(ApiCall call) {
    String name = existingGroup(call);
    store.putGroup(name, call.text("comment", ""));
    return null;
  }

  private @Nullable Object deleteGroup(ApiCall call) {
    store.removeGroup(existingGroup(call));
    return null;
  }

  private String existingGroup(ApiCall call) {
    String name = call.path("groupid");
    if (!store.groups().containsKey(name)) {
      throw ApiFailure.died("group '" + name + "' does not exist");
    }
    return name;
  }
}
