package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The access control list. */
final class AclOperations {
  private static final String NAME = "[A-Za-z0-9.\\-_]+";
  private static final Pattern VALID =
      Pattern.compile(
          "/|/access(/(groups|realm)(/N)?)?|/nodes(/N)?|/pool(/N(/N){0,2})?|/storage(/N)?"
                  .replace("N", NAME)
              + "|/vms(/[1-9][0-9]{2,})?|/mapping(/N(/N)?)?".replace("N", NAME)
              + "|/sdn(/(controllers|dns|fabrics|ipams)(/N)?)?".replace("N", NAME)
              + "|/sdn/zones(/N(/N(/[1-9][0-9]{0,3})?)?)?".replace("N", NAME));

  private final AccessStore store;
  private final Permissions permissions;

  AclOperations(AccessStore store, Permissions permissions) {
    this.store = store;
    this.permissions = permissions;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("GET", "/access/acl", Set.of(), this::list),
        new Operation(
            "PUT",
            "/access/acl",
            Set.of("path", "roles", "users", "groups", "tokens", "propagate", "delete"),
            this::update));
  }

  private List<Map<String, Object>> list(ApiCall call) {
    Principal caller = call.principal();
    boolean audit = caller.has("/access", "Sys.Audit");
    return store.entries().stream()
        .filter(entry -> audit || mayModify(caller, entry.path()))
        .map(AclOperations::row)
        .toList();
  }

  private static Map<String, Object> row(AclEntry entry) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("path", entry.path());
    row.put("type", entry.kind().word());
    row.put("ugid", entry.subject());
    row.put("roleid", entry.role());
    row.put("propagate", entry.propagate() ? 1 : 0);
    return row;
  }

  private @Nullable Object update(ApiCall call) {
    String path = normalized(call.required("path"));
    if (path == null || !VALID.matcher(path).matches()) {
      throw ApiFailure.parameter("path", "invalid ACL path '" + call.required("path") + "'");
    }
    demandMayModify(call.principal(), path);
    List<AclEntry> entries = entries(call, path);
    entries.forEach(entry -> demandMayGive(call, entry));
    entries.forEach(call.flag("delete") ? store::remove : store::put);
    return null;
  }

  private static @Nullable String normalized(String path) {
    String plain = ("/" + path).replaceAll("/+", "/").replaceAll("(.)/$", "$1");
    return plain.matches("[A-Za-z0-9.\\-_/]+") ? plain : null;
  }

  private List<AclEntry> entries(ApiCall call, String path) {
    List<AclEntry> entries = new ArrayList<>();
    for (String role : call.list("roles")) {
      call.list("groups")
          .forEach(
              id -> entries.add(entry(call, path, new Subject(AclEntry.Kind.GROUP, id), role)));
      call.list("users")
          .forEach(id -> entries.add(entry(call, path, new Subject(AclEntry.Kind.USER, id), role)));
      call.list("tokens")
          .forEach(
              id -> entries.add(entry(call, path, new Subject(AclEntry.Kind.TOKEN, id), role)));
    }
    if (entries.isEmpty()) {
      String text = "either 'users', 'groups' or 'tokens' is required.";
      throw ApiFailure.parameters(Map.of("users", text, "groups", text, "tokens", text));
    }
    return entries;
  }

  private AclEntry entry(ApiCall call, String path, Subject subject, String role) {
    if (store.role(role) == null) {
      throw failed("role '" + role + "' does not exist");
    }
    String missing = missing(subject);
    if (missing != null) {
      throw failed(missing);
    }
    return new AclEntry(path, subject.kind(), subject.id(), role, call.flag("propagate", true));
  }

  private @Nullable String missing(Subject subject) {
    String id = subject.id();
    return switch (subject.kind()) {
      case GROUP -> store.groups().containsKey(id) ? null : "group '" + id + "' does not exist";
      case USER -> store.user(id) == null ? "user '" + id + "' does not exist" : null;
      case TOKEN -> store.token(id) == null ? noToken(id) : null;
    };
  }

  private String noToken(String id) {
    int mark = Math.max(id.indexOf('!'), 0);
    String user = id.substring(0, mark);
    if (store.user(user) == null) {
      return "no such user ('" + user + "')";
    }
    return "no such token '"
        + id.substring(mark + 1)
        + "' for user '"
        + id.substring(0, mark)
        + "'";
  }

  private static ApiFailure failed(String text) {
    return ApiFailure.died("ACL update failed: " + text);
  }

  private static boolean mayModify(Principal caller, String path) {
    return modifiers(path).stream().anyMatch(privilege -> caller.has(path, privilege));
  }

  private static void demandMayModify(Principal caller, String path) {
    if (!mayModify(caller, path)) {
      throw ApiFailure.denied(path, String.join("|", modifiers(path)));
    }
  }

  private static List<String> modifiers(String path) {
    if (path.startsWith("/storage/")) {
      return List.of("Permissions.Modify", "Datastore.Allocate");
    }
    if (path.startsWith("/vms/")) {
      return List.of("Permissions.Modify", "VM.Allocate");
    }
    return path.startsWith("/pool/")
        ? List.of("Permissions.Modify", "Pool.Allocate")
        : List.of("Permissions.Modify");
  }

  /** Without Permissions.Modify only rights that one holds oneself can be handed on. */
  private void demandMayGive(ApiCall call, AclEntry entry) {
    Map<String, Boolean> own = permissions.on(call.principal().id(), entry.path());
    Set<String> given = store.role(entry.role());
    if (own.containsKey("Permissions.Modify") || given == null) {
      return;
    }
    if (entry.role().equals("NoAccess") || !own.keySet().containsAll(given)) {
      String verb = call.flag("delete") ? "remove" : "add";
      throw ApiFailure.parameter(
          "role",
          "Cannot "
              + verb
              + " role '"
              + entry.role()
              + "' - requires 'Permissions.Modify' or superset of privileges.");
    }
  }

  /** For whom an entry is. */
  private record Subject(AclEntry.Kind kind, String id) {}
}
