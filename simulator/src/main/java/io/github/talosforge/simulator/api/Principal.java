package io.github.talosforge.simulator.api;

import org.jspecify.annotations.Nullable;

/** Who makes a call: a user, or a token of a user. */
public interface Principal {
  /** The only user who may set root-only keys; its tokens may not. */
  String ROOT = "root@pam";

  /**
   * The user with its realm, for example {@code root@pam}.
   *
   * @return the user
   */
  String user();

  /**
   * The name of the token the call was made with.
   *
   * @return the token's name without the user, or null for a ticket
   */
  @Nullable String token();

  /**
   * Whether a privilege is held on a path, with everything that the ACL store knows: propagation,
   * pools and privilege separation.
   *
   * @param path the path, for example {@code /vms/100}
   * @param privilege the privilege, for example {@code VM.Audit}
   * @return whether it is held
   */
  boolean has(String path, String privilege);

  /**
   * Whether this is literally root@pam: a token of root is not.
   *
   * @return whether root-only keys may be set
   */
  default boolean isRoot() {
    return token() == null && user().equals(ROOT);
  }

  /**
   * The authentication id as tasks show it: {@code user@realm} or {@code user@realm!token}.
   *
   * @return the id
   */
  default String id() {
    String token = token();
    return token == null ? user() : user() + "!" + token;
  }
}
