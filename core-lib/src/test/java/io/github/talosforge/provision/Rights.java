package io.github.talosforge.provision;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.auth.AccessControl;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Users with some rights only, and the commands that give more. */
final class Rights {
  static final String USER = "forge@pve";

  private static final Pattern ROLE = Pattern.compile("pveum role add (\\S+) --privs \"([^\"]+)\"");
  private static final Pattern ACL =
      Pattern.compile(
          "pveum acl modify (\\S+) --roles (\\S+)(?: --users (\\S+))?(?: --tokens '([^']+)')?");
  private static final Pattern NEW_USER = Pattern.compile("pveum user add (\\S+) .*");
  private static final Pattern NEW_TOKEN =
      Pattern.compile("pveum user token add (\\S+) (\\S+) --privsep 1 .*");

  private Rights() {}

  /** Returns a token that may do everything but what one privilege allows. */
  static String everythingBut(Simulator simulator, String privilege) {
    AccessControl access = simulator.access();
    access.user(USER, "forge");
    access.grant("/", USER, "Administrator");
    access.deny(USER, "/", privilege);
    return access.token(USER + "!ci");
  }

  /** Returns a token that may do everything with the VMs of a pool and nothing with others. */
  static String onPool(Simulator simulator, String pool) {
    AccessControl access = simulator.access();
    access.user(USER, "forge");
    Stream.of("/pool/" + pool, "/storage", "/sdn", "/nodes")
        .forEach(path -> access.grant(path, USER, "Administrator"));
    return access.token(USER + "!ci");
  }

  /** Returns a token, separated from its user, that may look at everything. */
  static String auditor(Simulator simulator) {
    AccessControl access = simulator.access();
    access.user(USER, "forge");
    String token = access.token(USER + "!ci", true, 0);
    access.grant("/", USER, "PVEAuditor");
    access.grant("/", USER + "!ci", "PVEAuditor");
    return token;
  }

  /** Returns a token, separated from its user, that may do nothing. */
  static String nobody(Simulator simulator) {
    AccessControl access = simulator.access();
    access.user(USER, "forge");
    return access.token(USER + "!ci", true, 0);
  }

  /**
   * Carries a command out as root would; returns the token that it made, if it did. Nothing is
   * there yet, so what follows a refusal is not needed.
   */
  static Optional<String> run(AccessControl access, String line) {
    String command = line.replaceFirst(" 2>/dev/null [|][|] .*", "");
    Matcher role = ROLE.matcher(command);
    Matcher acl = ACL.matcher(command);
    Matcher user = NEW_USER.matcher(command);
    Matcher token = NEW_TOKEN.matcher(command);
    if (role.matches()) {
      access.role(role.group(1), role.group(2).split("[ ,]"));
    } else if (acl.matches()) {
      Stream.of(acl.group(3), acl.group(4))
          .filter(subject -> subject != null)
          .forEach(subject -> access.grant(acl.group(1), subject, acl.group(2)));
    } else if (token.matches()) {
      return Optional.of(access.token(token.group(1) + "!" + token.group(2), true, 0));
    } else if (user.matches()) {
      access.user(user.group(1), "secret");
    } else {
      throw new AssertionError("pveum would not understand: " + command);
    }
    return Optional.empty();
  }
}
