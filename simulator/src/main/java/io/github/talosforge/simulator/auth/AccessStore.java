package io.github.talosforge.simulator.auth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The users, tokens, groups, roles and the list, guarded by itself. */
final class AccessStore {
  private final Privileges privileges;
  private final String ticketKey;
  private final Map<String, User> users = new TreeMap<>();
  private final Map<String, Token> tokens = new TreeMap<>();
  private final Map<String, String> groups = new TreeMap<>();
  private final Map<String, Set<String>> roles = new TreeMap<>();
  private final List<AclEntry> entries = new ArrayList<>();
  private final List<AccessSnapshot.Denial> denials = new ArrayList<>();
  private Map<String, List<AclEntry>> byPath = new HashMap<>();
  private long version;

  AccessStore(AccessSnapshot saved, boolean nine) {
    privileges = new Privileges(nine);
    ticketKey = saved.ticketKey();
    saved.users().forEach(user -> users.put(user.id(), user));
    saved.tokens().forEach(token -> tokens.put(token.id(), token));
    groups.putAll(saved.groups());
    saved.roles().forEach((name, held) -> roles.put(name, new TreeSet<>(held)));
    entries.addAll(saved.entries());
    denials.addAll(saved.denials());
    index();
  }

  synchronized AccessSnapshot snapshot() {
    Map<String, List<String>> held = new TreeMap<>();
    roles.forEach((name, set) -> held.put(name, List.copyOf(set)));
    return new AccessSnapshot(
        ticketKey,
        List.copyOf(users.values()),
        List.copyOf(tokens.values()),
        groups,
        held,
        entries,
        denials);
  }

  String ticketKey() {
    return ticketKey;
  }

  Privileges privileges() {
    return privileges;
  }

  /** Counts changes. */
  synchronized long version() {
    return version;
  }

  synchronized @Nullable User user(String id) {
    return users.get(id);
  }

  synchronized List<User> users() {
    return List.copyOf(users.values());
  }

  synchronized void put(User user) {
    users.put(user.id(), user);
    changed();
  }

  synchronized void removeUser(String id) {
    users.remove(id);
    tokens.values().removeIf(token -> token.user().equals(id));
    entries.removeIf(entry -> entry.subject().equals(id) || entry.subject().startsWith(id + "!"));
    changed();
  }

  synchronized @Nullable Token token(String id) {
    return tokens.get(id);
  }

  synchronized List<Token> tokensOf(String user) {
    return tokens.values().stream().filter(token -> token.user().equals(user)).toList();
  }

  synchronized void put(Token token) {
    tokens.put(token.id(), token);
    changed();
  }

  synchronized void removeToken(String id) {
    tokens.remove(id);
    entries.removeIf(entry -> entry.subject().equals(id));
    changed();
  }

  synchronized Map<String, String> groups() {
    return new TreeMap<>(groups);
  }

  synchronized void putGroup(String name, String comment) {
    groups.put(name, comment);
    changed();
  }

  synchronized void removeGroup(String name) {
    groups.remove(name);
    entries.removeIf(entry -> entry.kind() == AclEntry.Kind.GROUP && entry.subject().equals(name));
    users.replaceAll(
        (id, user) ->
            user.withGroups(user.groups().stream().filter(g -> !g.equals(name)).toList()));
    changed();
  }

  /** The privileges of a role, or null when there is none of that name. */
  synchronized @Nullable Set<String> role(String name) {
    Set<String> special = privileges.roles().get(name);
    return special == null ? roles.get(name) : special;
  }

  boolean isSpecial(String role) {
    return privileges.roles().containsKey(role);
  }

  synchronized Map<String, Set<String>> roles() {
    Map<String, Set<String>> all = new TreeMap<>(privileges.roles());
    roles.forEach((name, held) -> all.put(name, new TreeSet<>(held)));
    return all;
  }

  synchronized void putRole(String name, Set<String> held) {
    roles.put(name, new TreeSet<>(held));
    changed();
  }

  synchronized void removeRole(String name) {
    roles.remove(name);
    entries.removeIf(entry -> entry.role().equals(name));
    changed();
  }

  synchronized List<AclEntry> entries() {
    return List.copyOf(entries);
  }

  synchronized List<AclEntry> entriesOn(String path) {
    return byPath.getOrDefault(path, List.of());
  }

  synchronized void put(AclEntry entry) {
    entries.removeIf(entry::sameAs);
    entries.add(entry);
    changed();
  }

  synchronized void remove(AclEntry entry) {
    entries.removeIf(entry::sameAs);
    changed();
  }

  /** Forgets what was granted on a path, as the destruction of a VM does. */
  synchronized void removeEntriesOn(String path) {
    if (entries.removeIf(entry -> entry.path().equals(path))) {
      changed();
    }
  }

  synchronized List<AccessSnapshot.Denial> denials() {
    return List.copyOf(denials);
  }

  synchronized void deny(AccessSnapshot.Denial denial) {
    denials.add(denial);
    changed();
  }

  synchronized void allow(AccessSnapshot.Denial denial) {
    denials.remove(denial);
    changed();
  }

  private void changed() {
    version++;
    index();
  }

  private void index() {
    Map<String, List<AclEntry>> index = new HashMap<>();
    entries.forEach(
        entry -> index.computeIfAbsent(entry.path(), path -> new ArrayList<>()).add(entry));
    byPath = index;
  }
}
