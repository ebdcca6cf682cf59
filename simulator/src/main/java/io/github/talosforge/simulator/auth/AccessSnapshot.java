package io.github.talosforge.simulator.auth;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that the access control knows, as plain data that Jackson writes and reads.
 *
 * @param ticketKey what tickets are signed with, in hex
 * @param users the users
 * @param tokens the tokens
 * @param groups the groups and their comments
 * @param roles the roles that were added, with their privileges
 * @param entries the access control list
 * @param denials privileges taken away by a fault
 */
public record AccessSnapshot(
    String ticketKey,
    List<User> users,
    List<Token> tokens,
    Map<String, String> groups,
    Map<String, List<String>> roles,
    List<AclEntry> entries,
    List<Denial> denials) {

  /** Copies everything. */
  public AccessSnapshot {
    users = List.copyOf(users);
    tokens = List.copyOf(tokens);
    groups = new TreeMap<>(groups);
    roles = new TreeMap<>(roles);
    entries = List.copyOf(entries);
    denials = List.copyOf(denials);
  }

  /**
   * A privilege that a fault took away, whatever the list says.
   *
   * @param subject a user or token; {@code *} for everyone but root
   * @param path where; below it too
   * @param privilege which
   */
  record Denial(String subject, String path, String privilege) {}
}
