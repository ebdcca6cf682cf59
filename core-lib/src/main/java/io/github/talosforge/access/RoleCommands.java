package io.github.talosforge.access;

import io.github.talosforge.model.ClusterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The {@code pveum} commands that make a user and a token with the least rights for one cluster.
 * The token has rights of its own, so it gets each role along with its user: Proxmox VE grants a
 * token only what both have. Whatever is there already is changed instead, so that the commands can
 * be run again when the files need more.
 *
 * @param user the user, {@code name@realm}
 * @param token the token's name
 * @param release the release of Proxmox VE that the commands are for
 * @param expiry when the token ends
 */
public record RoleCommands(String user, String token, PveRelease release, Instant expiry) {
  private static final Pattern USER =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*@[A-Za-z][\\w.-]+");
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z][A-Za-z0-9._-]+");

  /**
   * Checks the names, which end up in a shell.
   *
   * @throws IllegalArgumentException if a name does not follow its grammar
   */
  public RoleCommands {
    if (!USER.matcher(user).matches()) {
      throw new IllegalArgumentException(
          "'" + user + "' is not a user: expected <name>@<realm>, such as talosforge@pve");
    }
    if (!TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(
          "'" + token + "' is not a token's name: expected a letter, then letters, digits, . _ -");
    }
  }

  /** Returns the lines of a shell script, to be run as root on one host. */
  public List<String> lines(ClusterSpec cluster) {
    List<Grant> grants = RequiredAccess.of(cluster, release);
    List<String> lines = new ArrayList<>();
    lines.add("# Proxmox VE %s, as root on one host of the cluster.".formatted(release.label()));
    grants.forEach(grant -> lines.add(prefix(grant) + role(grant)));
    lines.add("# A user that is there stays as it is; a token that is there keeps its secret.");
    lines.add(addOrModify("user", user, " --comment \"Talosforge\"", ""));
    lines.add(
        "# The secret is shown once, when the token is made. The token ends on %s."
            .formatted(DateTimeFormatter.ISO_LOCAL_DATE.format(expiry.atZone(ZoneOffset.UTC))));
    lines.add(
        "# If the secret is lost, run this first: pveum user token delete %s %s"
            .formatted(user, token));
    String settings = " --privsep 1 --expire " + expiry.getEpochSecond();
    lines.add(addOrModify("user token", user + " " + token, settings, settings));
    grants.forEach(grant -> lines.addAll(access(grant)));
    return List.copyOf(lines);
  }

  /** Clusters share the roles, so that one that is there keeps what others need. */
  private static String role(Grant grant) {
    String privileges = " --privs \"%s\"".formatted(String.join(" ", grant.privileges()));
    return addOrModify("role", grant.role(), privileges, privileges + " --append 1");
  }

  /** Only the first refusal, "already exists", is hidden: the second command repeats any other. */
  private static String addOrModify(String kind, String name, String added, String modified) {
    return "pveum %1$s add %2$s%3$s 2>/dev/null || pveum %1$s modify %2$s%4$s"
        .formatted(kind, name, added, modified);
  }

  private List<String> access(Grant grant) {
    List<String> lines = new ArrayList<>();
    lines.add("# %s%s".formatted(grant.optional() ? "Optional, for " : "For ", grant.why()));
    for (String path : grant.paths()) {
      lines.add(
          "%spveum acl modify %s --roles %s --users %s --tokens '%s!%s'"
              .formatted(prefix(grant), path, grant.role(), user, user, token));
    }
    return lines;
  }

  private static String prefix(Grant grant) {
    return grant.optional() ? "# " : "";
  }
}
