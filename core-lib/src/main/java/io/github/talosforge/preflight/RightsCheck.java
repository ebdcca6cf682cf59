package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the rights that a plan needs with those that are held. */
final class RightsCheck {
  private RightsCheck() {}

  static List<Finding> check(Plan plan, ObservedCluster world, Account account) {
    ChangeRights rights =
        new ChangeRights(vm -> world.guest(vm.vmId()).flatMap(guest -> guest.pool()));
    Map<String, Set<String>> missing = new TreeMap<>();
    plan.changes().stream()
        .flatMap(change -> rights.of(change).stream())
        .filter(right -> !right.isHeld(world.permissions()))
        .forEach(
            right ->
                missing
                    .computeIfAbsent(right.paths().get(0), unused -> new TreeSet<>())
                    .add(right.privileges().get(0)));
    List<Finding> findings = new ArrayList<>();
    missing.forEach(
        (path, privileges) ->
            findings.add(
                PreflightFinding.RIGHT_MISSING.finding(
                    account.user()
                        + account.token().map(name -> "!" + name).orElse("")
                        + " lacks "
                        + String.join(", ", privileges)
                        + " on "
                        + path
                        + ".",
                    grant(path, privileges, account))));
    if (!plan.isEmpty() && !world.permissions().allows("/vms", "VM.Audit")) {
      findings.add(
          PreflightFinding.SIGHT_LIMITED.finding(
              "The credentials do not see every VM (no VM.Audit on /vms), so an id that looks free"
                  + " can be taken by somebody else's VM.",
              "Nothing is lost if so: the run stops at that node. Grant VM.Audit on /vms to see"
                  + " it before."));
    }
    return findings;
  }

  /** A token with privilege separation needs the right itself, and so does its user. */
  private static String grant(String path, Set<String> privileges, Account account) {
    String role = "TalosforgeExtra" + Integer.toHexString(path.hashCode());
    List<String> commands = new ArrayList<>();
    commands.add("pveum role add " + role + " --privs \"" + String.join(",", privileges) + "\"");
    commands.add("pveum acl modify " + path + " --roles " + role + " --users " + account.user());
    account
        .token()
        .ifPresent(
            token ->
                commands.add(
                    "pveum acl modify "
                        + path
                        + " --roles "
                        + role
                        + " --tokens '"
                        + account.user()
                        + "!"
                        + token
                        + "'"));
    return "As root on any host: " + commands.stream().collect(Collectors.joining(" && "));
  }
}
