package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Set;

/** Users, tokens, roles and the access control list. */
public interface Access {
  /**
   * Lists the users.
   *
   * @return the users that the client may see, at least itself
   */
  List<User> users();

  /**
   * Creates a user without password, who can only work through tokens.
   *
   * @param user the user
   */
  void createUser(User user);

  /**
   * Deletes a user with all tokens.
   *
   * @param id the user, such as {@code forge@pve}
   */
  void deleteUser(String id);

  /**
   * Lists the tokens of a user.
   *
   * @param userId the user
   * @return the tokens, without their secrets
   */
  List<Token> tokens(String userId);

  /**
   * Creates a token.
   *
   * @param token the token
   * @return the secret, which Proxmox VE shows only this once
   */
  TokenSecret createToken(Token token);

  /**
   * Changes when a token expires and whether its privileges are its own.
   *
   * @param token the token
   */
  void updateToken(Token token);

  /**
   * Deletes a token.
   *
   * @param userId the user
   * @param name the name of the token
   */
  void deleteToken(String userId, String name);

  /**
   * Lists the roles.
   *
   * @return the roles, the built-in ones included
   */
  List<Role> roles();

  /**
   * Creates a role; Proxmox VE refuses privileges that its release does not have.
   *
   * @param name its name
   * @param privileges its privileges
   */
  void createRole(String name, Set<String> privileges);

  /**
   * Replaces the privileges of a role.
   *
   * @param name its name
   * @param privileges its privileges
   */
  void updateRole(String name, Set<String> privileges);

  /**
   * Deletes a role.
   *
   * @param name its name
   */
  void deleteRole(String name);

  /**
   * Lists the access control list.
   *
   * @return the entries that the client may change
   */
  List<AclEntry> acl();

  /**
   * Gives a role on a path.
   *
   * @param entry who, what and where
   */
  void grant(AclEntry entry);

  /**
   * Takes a role on a path away.
   *
   * @param entry who, what and where
   */
  void revoke(AclEntry entry);
}
