package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.ProxmoxCredentials;
import java.util.Optional;

/**
 * Whose rights are looked at.
 *
 * @param user the user, such as {@code forge@pve}
 * @param token the token's name, if it is one
 */
public record Account(String user, Optional<String> token) {
  private static final String ROOT = "root@pam";

  /** Tells whether it may do what no privilege allows: root itself may, none of its tokens. */
  boolean isRoot() {
    return token.isEmpty() && user.equals(ROOT);
  }

  /**
   * Names the account behind credentials.
   *
   * @param credentials the credentials
   * @return the account, without any secret
   */
  public static Account of(ProxmoxCredentials credentials) {
    return credentials instanceof ProxmoxCredentials.ApiToken token
        ? new Account(token.user(), Optional.of(token.name()))
        : new Account(credentials.principal(), Optional.empty());
  }
}
