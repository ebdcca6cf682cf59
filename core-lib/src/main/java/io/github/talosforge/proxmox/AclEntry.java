package io.github.talosforge.proxmox;

/**
 * An entry of the access control list.
 *
 * @param path the object, such as {@code /vms/100} or {@code /pool/talos}
 * @param role the role that is given
 * @param holder whom it is given to
 * @param name the name of the holder, such as {@code forge@pve} or {@code forge@pve!ci}
 * @param propagates whether it also holds further down
 */
public record AclEntry(String path, String role, Holder holder, String name, boolean propagates) {
  /** Who can hold a role. */
  public enum Holder {
    /** A user. */
    USER,
    /** A group of users. */
    GROUP,
    /** A token. */
    TOKEN
  }

  /**
   * Describes a role of a user that also holds further down.
   *
   * @param path the object
   * @param role the role
   * @param user name and realm
   * @return the entry
   */
  public static AclEntry ofUser(String path, String role, String user) {
    return new AclEntry(path, role, Holder.USER, user, true);
  }

  /**
   * Describes a role of a token that also holds further down.
   *
   * @param path the object
   * @param role the role
   * @param token the full name of the token
   * @return the entry
   */
  public static AclEntry ofToken(String path, String role, String token) {
    return new AclEntry(path, role, Holder.TOKEN, token, true);
  }
}
