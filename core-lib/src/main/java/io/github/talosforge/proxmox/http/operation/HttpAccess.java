package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Access;
import io.github.talosforge.proxmox.AclEntry;
import io.github.talosforge.proxmox.Role;
import io.github.talosforge.proxmox.Token;
import io.github.talosforge.proxmox.TokenSecret;
import io.github.talosforge.proxmox.User;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Operations on users, tokens, roles and the access control list. */
record HttpAccess(Calls calls) implements Access {
  private static final String USERS = "/access/users";
  private static final String TOKEN = USERS + "/{userid}/token/{tokenid}";
  private static final String ROLES = "/access/roles";
  private static final String ACL = "/access/acl";

  @Override
  public List<User> users() {
    return calls.list(ApiRequest.get(USERS).with("full", true)).stream()
        .map(HttpAccess::user)
        .toList();
  }

  private static User user(AnswerNode entry) {
    return new User(
        entry.requiredText("userid"),
        entry.flag("enable", true),
        entry.instant("expire"),
        entry.text("comment"),
        entry.words("groups"));
  }

  @Override
  public void createUser(User user) {
    calls.call(
        ApiRequest.post(USERS)
            .with("userid", user.id())
            .with("enable", user.enabled())
            .with("expire", seconds(user.expires()))
            .withOptional("comment", user.comment())
            .withOptional("groups", joined(user.groups())));
  }

  @Override
  public void deleteUser(String id) {
    calls.call(ApiRequest.delete(USERS + "/{userid}", id));
  }

  @Override
  public List<Token> tokens(String userId) {
    return calls.list(ApiRequest.get(USERS + "/{userid}/token", userId)).stream()
        .map(entry -> token(userId, entry))
        .toList();
  }

  private static Token token(String userId, AnswerNode entry) {
    return new Token(
        userId,
        entry.requiredText("tokenid"),
        entry.instant("expire"),
        entry.flag("privsep", true),
        entry.text("comment"));
  }

  @Override
  public TokenSecret createToken(Token token) {
    AnswerNode answer =
        calls.call(described(ApiRequest.post(TOKEN, token.userId(), token.name()), token));
    return new TokenSecret(
        answer.text("full-tokenid").orElse(token.fullName()), answer.requiredText("value"));
  }

  @Override
  public void updateToken(Token token) {
    calls.call(described(ApiRequest.put(TOKEN, token.userId(), token.name()), token));
  }

  private static ApiRequest described(ApiRequest request, Token token) {
    return request
        .with("expire", seconds(token.expires()))
        .with("privsep", token.privilegeSeparation())
        .withOptional("comment", token.comment());
  }

  @Override
  public void deleteToken(String userId, String name) {
    calls.call(ApiRequest.delete(TOKEN, userId, name));
  }

  @Override
  public List<Role> roles() {
    return calls.list(ApiRequest.get(ROLES)).stream()
        .map(
            entry ->
                new Role(entry.requiredText("roleid"), entry.words("privs"), entry.flag("special")))
        .toList();
  }

  @Override
  public void createRole(String name, Set<String> privileges) {
    calls.call(
        ApiRequest.post(ROLES).with("roleid", name).withOptional("privs", joined(privileges)));
  }

  @Override
  public void updateRole(String name, Set<String> privileges) {
    calls.call(
        ApiRequest.put(ROLES + "/{roleid}", name)
            .with("privs", joined(privileges).orElse(""))
            .with("append", false));
  }

  @Override
  public void deleteRole(String name) {
    calls.call(ApiRequest.delete(ROLES + "/{roleid}", name));
  }

  @Override
  public List<AclEntry> acl() {
    return calls.list(ApiRequest.get(ACL)).stream().map(HttpAccess::aclEntry).toList();
  }

  private static AclEntry aclEntry(AnswerNode entry) {
    return new AclEntry(
        entry.requiredText("path"),
        entry.requiredText("roleid"),
        holder(entry),
        entry.requiredText("ugid"),
        entry.flag("propagate", true));
  }

  private static AclEntry.Holder holder(AnswerNode entry) {
    String type = entry.requiredText("type").toUpperCase(Locale.ROOT);
    return Stream.of(AclEntry.Holder.values())
        .filter(holder -> holder.name().equals(type))
        .findFirst()
        .orElseThrow(() -> entry.odd("type", "user, group or token"));
  }

  @Override
  public void grant(AclEntry entry) {
    calls.call(aclChange(entry));
  }

  @Override
  public void revoke(AclEntry entry) {
    calls.call(aclChange(entry).with("delete", true));
  }

  private static ApiRequest aclChange(AclEntry entry) {
    return ApiRequest.put(ACL)
        .with("path", entry.path())
        .with("roles", entry.role())
        .with(entry.holder().name().toLowerCase(Locale.ROOT) + "s", entry.name())
        .with("propagate", entry.propagates());
  }

  private static long seconds(Optional<Instant> time) {
    return time.map(Instant::getEpochSecond).orElse(0L);
  }

  private static Optional<String> joined(Set<String> names) {
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(",", new TreeSet<>(names)));
  }
}
