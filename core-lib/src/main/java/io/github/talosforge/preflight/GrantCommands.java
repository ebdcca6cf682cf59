package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.Permissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What root runs on any host to give an account privileges on one path. */
public final class GrantCommands {
  private GrantCommands() {}

  /**
   * Returns the commands. An entry on a path replaces what comes from above, so what is held there
   * must not be lost. A token with privilege separation needs the right itself, and so does its
   * user. A role that is there already has these privileges: they are part of its name.
   *
   * @param account who gets the privileges
   * @param permissions what the account may do now
   * @param path a path of the access control list
   * @param missing the privileges
   */
  public static List<String> of(
      Account account, Permissions permissions, String path, Set<String> missing) {
    Set<String> all = new TreeSet<>(permissions.on(path));
    all.addAll(missing);
    String role = "Talosforge" + Integer.toHexString((path + String.join(",", all)).hashCode());
    String entry = "pveum acl modify " + path + " --roles " + role;
    List<String> commands = new ArrayList<>();
    commands.add(
        "pveum role add " + role + " --privs \"" + String.join(" ", all) + "\" 2>/dev/null");
    account
        .token()
        .map(name -> entry + " --tokens '" + account.user() + "!" + name + "'")
        .ifPresent(commands::add);
    commands.add(entry + " --users " + account.user());
    return List.copyOf(commands);
  }

  /** Returns the same as one line; that the role is there already does not stop the rest. */
  static String inOneLine(
      Account account, Permissions permissions, String path, Set<String> missing) {
    List<String> commands = of(account, permissions, path, missing);
    return commands.get(0) + "; " + String.join(" && ", commands.subList(1, commands.size()));
  }
}
