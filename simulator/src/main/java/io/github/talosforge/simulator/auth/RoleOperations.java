package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Roles. */
final class RoleOperations {
  private static final String ALL = "/access/roles";
  private static final String ONE = ALL + "/{roleid}";

  private final AccessStore store;

  RoleOperations(AccessStore store) {
    this.store = store;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("GET", ALL, Set.of(), call -> list()),
        new Operation("POST", ALL, Set.of("roleid", "privs"), this::create),
        new Operation("GET", ONE, Set.of(), this::show),
        new Operation("PUT", ONE, Set.of("privs", "append"), this::update),
        new Operation("DELETE", ONE, Set.of(), this::delete));
  }

  private List<Map<String, Object>> list() {
    return store.roles().entrySet().stream().map(entry -> row(entry)).toList();
  }

  private Map<String, Object> row(Map.Entry<String, Set<String>> role) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("roleid", role.getKey());
    row.put("privs", String.join(",", role.getValue()));
    row.put("special", store.isSpecial(role.getKey()) ? 1 : 0);
    return row;
  }

  private @Nullable Object create(ApiCall call) {
    String name = call.required("roleid");
    Set<String> privileges = privileges(call);
    if (name.startsWith("PVE")) {
      throw ApiFailure.parameter(
          "roleid", "cannot use role ID starting with the (case-insensitive) 'PVE' namespace");
    }
    if (store.role(name) != null) {
      throw ApiFailure.died("create role failed: role '" + name + "' already exists");
    }
    store.putRole(name, privileges);
    return null;
  }

  private Map<String, Integer> show(ApiCall call) {
    Map<String, Integer> held = new LinkedHashMap<>();
    existing("", call.path("roleid")).forEach(privilege -> held.put(privilege, 1));
    return held;
  }

  private @Nullable Object update(ApiCall call) {
    String name = call.path("roleid");
    if (store.isSpecial(name)) {
      throw ApiFailure.died("auto-generated role '" + name + "' cannot be modified");
    }
    Set<String> held = new TreeSet<>(existing("update role failed: ", name));
    if (!call.flag("append")) {
      held.clear();
    }
    held.addAll(privileges(call));
    store.putRole(name, held);
    return null;
  }

  private @Nullable Object delete(ApiCall call) {
    String name = call.path("roleid");
    if (store.isSpecial(name)) {
      throw ApiFailure.died("auto-generated role '" + name + "' cannot be deleted");
    }
    Set<String> unused = existing("delete role failed: ", name);
    store.removeRole(name);
    return null;
  }

  private Set<String> existing(String failed, String name) {
    Set<String> held = store.role(name);
    if (held == null) {
      throw ApiFailure.died(failed + "role '" + name + "' does not exist");
    }
    return held;
  }

  private Set<String> privileges(ApiCall call) {
    Set<String> privileges = new TreeSet<>(call.list("privs"));
    for (String privilege : privileges) {
      if (!store.privileges().all().contains(privilege)) {
        throw ApiFailure.parameter(
            "privs", "invalid format - invalid privilege '" + privilege + "'\n");
      }
    }
    return privileges;
  }
}
