package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.World;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tickets, realms, passwords and the caller's own rights. */
final class LoginOperations {

  private final AccessStore store;
  private final Permissions permissions;
  private final Tickets tickets;
  private final World world;

  LoginOperations(AccessStore store, Permissions permissions, Tickets tickets, World world) {
    this.store = store;
    this.permissions = permissions;
    this.tickets = tickets;
    this.world = world;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("GET", "/access", Set.of(), call -> index()),
        new Operation("GET", "/access/domains", Set.of(), call -> realms()),
        new Operation("GET", "/access/ticket", Set.of(), call -> null),
        new Operation(
            "POST",
            "/access/ticket",
            Set.of("username", "password", "realm", "otp", "new-format", "tfa-challenge"),
            this::login),
        new Operation(
            "PUT",
            "/access/password",
            Set.of("userid", "password", "confirmation-password"),
            this::changePassword),
        new Operation("GET", "/access/permissions", Set.of("path", "userid"), this::permissions));
  }

  private static ApiFailure failed() {
    return ApiFailure.of(401, "authentication failure");
  }

  private static List<Map<String, String>> index() {
    return List.of("users", "groups", "roles", "acl", "domains", "ticket", "password").stream()
        .map(name -> Map.of("subdir", name))
        .toList();
  }

  private static List<Map<String, Object>> realms() {
    return List.of(
        Map.of("realm", "pam", "type", "pam", "comment", "Linux PAM standard authentication"),
        Map.of("realm", "pve", "type", "pve", "comment", "Proxmox VE authentication server"));
  }

  private Map<String, Object> login(ApiCall call) {
    String realm = call.optional("realm");
    String name = call.required("username");
    String userId = realm == null || name.endsWith("@" + realm) ? name : name + "@" + realm;
    User user = store.user(userId);
    if (user == null || !user.enabled() || AccessControl.isOver(user.expire(), call.now())) {
      throw failed();
    }
    String password = call.required("password");
    String ticketUser = tickets.user(password, call.now());
    boolean renewal = userId.equals(ticketUser) || "root@pam".equals(ticketUser);
    if (!renewal && !Passwords.fits(user, password)) {
      throw failed();
    }
    // Codes of a second factor are not simulated: the challenge is all that such a user gets.
    if (call.given("otp") || call.given("tfa-challenge")) {
      throw ApiFailure.notSimulated("the answer to a second factor");
    }
    return user.secondFactor() && !renewal ? challenge(userId, call) : session(userId, call);
  }

  private Map<String, Object> challenge(String userId, ApiCall call) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("username", userId);
    answer.put("ticket", tickets.challenge(userId, call.now()));
    answer.put("CSRFPreventionToken", tickets.forgeryToken(userId, call.now()));
    answer.put("NeedTFA", 1);
    return answer;
  }

  private Map<String, Object> session(String userId, ApiCall call) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("username", userId);
    answer.put("ticket", tickets.ticket(userId, call.now()));
    answer.put("CSRFPreventionToken", tickets.forgeryToken(userId, call.now()));
    answer.put("cap", capabilities(userId));
    if (permissions.has(userId, "/", "Sys.Audit")) {
      answer.put("clustername", world.clusterName());
    }
    return answer;
  }

  /** What the GUI shows or hides: the privileges by the part of the tree they are for. */
  private Map<String, Map<String, Integer>> capabilities(String userId) {
    Map<String, Map<String, Integer>> areas = new LinkedHashMap<>();
    Map<String, String> prefixes =
        Map.of(
            "vms", "VM.",
            "access", "User.",
            "storage", "Datastore.",
            "nodes", "Sys.",
            "sdn", "SDN.",
            "mapping", "Mapping.");
    prefixes.forEach(
        (area, prefix) -> {
          Map<String, Integer> held = new LinkedHashMap<>();
          permissions.on(userId, "/" + area).keySet().stream()
              .filter(name -> name.startsWith(prefix) || name.equals("Permissions.Modify"))
              .forEach(name -> held.put(name, 1));
          areas.put(area, held);
        });
    return areas;
  }

  private @Nullable Object changePassword(ApiCall call) {
    String userId = call.required("userid");
    AccessChecks checks = new AccessChecks(store);
    if (!call.principal().id().equals(userId)) {
      checks.demandRealm(call.principal(), userId);
      checks.demandGoverns(call.principal(), userId, "User.Modify");
    }
    User user = checks.existing(userId);
    store.put(user.withSecret(Passwords.digest(userId, call.required("password"))));
    return null;
  }

  private Map<String, ?> permissions(ApiCall call) {
    String self = call.principal().id();
    String subject = call.text("userid", self);
    boolean owned = subject.startsWith(self + "!");
    if (!subject.equals(self) && !owned && !call.principal().has("/access", "Sys.Audit")) {
      throw ApiFailure.denied("/access", "Sys.Audit");
    }
    String path = call.optional("path");
    if (path == null) {
      Map<String, Object> all = new LinkedHashMap<>();
      permissions.effective(subject).forEach((where, held) -> all.put(where, numbers(held)));
      return all;
    }
    return Map.of(path, numbers(permissions.on(subject, path)));
  }

  private static Map<String, Integer> numbers(Map<String, Boolean> held) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    held.forEach((privilege, below) -> numbers.put(privilege, below ? 1 : 0));
    return numbers;
  }
}
