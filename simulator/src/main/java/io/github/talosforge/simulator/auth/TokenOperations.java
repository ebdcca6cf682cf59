package io.github.talosforge.simulator.auth;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tokens of users. */
final class TokenOperations {
  private static final String ALL = "/access/users/{userid}/token";
  private static final String ONE = ALL + "/{tokenid}";

  private final AccessStore store;
  private final AccessChecks checks;

  TokenOperations(AccessStore store, AccessChecks checks) {
    this.store = store;
    this.checks = checks;
  }

  List<Operation> operations() {
    Set<String> settings = Set.of("comment", "expire", "privsep");
    return List.of(
        new Operation("GET", ALL, Set.of(), this::list),
        new Operation("GET", ONE, Set.of(), call -> info(existing(call))),
        new Operation("POST", ONE, settings, this::create),
        new Operation("PUT", ONE, Set.of("comment", "expire", "privsep", "delete"), this::update),
        new Operation("DELETE", ONE, Set.of(), this::delete));
  }

  static Map<String, Object> info(Token token) {
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("expire", token.expire());
    info.put("privsep", token.separated() ? 1 : 0);
    UserOperations.putIfKnown(info, "comment", token.comment());
    return info;
  }

  static Map<String, Object> row(Token token) {
    Map<String, Object> row = info(token);
    row.put("tokenid", token.name());
    return row;
  }

  private List<Map<String, Object>> list(ApiCall call) {
    String user = call.path("userid");
    checks.demandSelfOrGoverns(call.principal(), user);
    checks.existing(user);
    return store.tokensOf(user).stream().map(TokenOperations::row).toList();
  }

  private Token existing(ApiCall call) {
    checks.demandSelfOrGoverns(call.principal(), call.path("userid"));
    return checks.existing(call.path("userid"), call.path("tokenid"));
  }

  private Map<String, Object> create(ApiCall call) {
    String user = call.path("userid");
    if (store.user(user) == null) {
      throw AccessChecks.denied();
    }
    checks.demandSelfOrGoverns(call.principal(), user);
    String id = user + "!" + call.path("tokenid");
    if (store.token(id) != null) {
      throw ApiFailure.parameter("tokenid", "Token already exists.");
    }
    Token token =
        new Token(
            user,
            call.path("tokenid"),
            UUID.randomUUID().toString(),
            call.flag("privsep", true),
            call.number("expire", 0),
            call.optional("comment"));
    store.put(token);
    Map<String, Object> info = info(token);
    if (!call.given("expire")) {
      info.remove("expire");
    }
    return Map.of("full-tokenid", id, "value", token.secret(), "info", info);
  }

  private Map<String, Object> update(ApiCall call) {
    Token old = existing(call);
    List<String> deleted = call.list("delete");
    Token token =
        new Token(
            old.user(),
            old.name(),
            old.secret(),
            call.flag("privsep", deleted.contains("privsep") || old.separated()),
            call.number("expire", deleted.contains("expire") ? 0 : old.expire()),
            comment(call, deleted.contains("comment") ? null : old.comment()));
    store.put(token);
    return info(token);
  }

  private static @Nullable String comment(ApiCall call, @Nullable String old) {
    return call.given("comment") ? call.optional("comment") : old;
  }

  private @Nullable Object delete(ApiCall call) {
    store.removeToken(existing(call).id());
    return null;
  }
}
