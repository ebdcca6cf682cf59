package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.property.ProxmoxOption;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Looks whether a plan sets options that Proxmox leaves to root itself. */
final class RootOptionsCheck {
  private RootOptionsCheck() {}

  static List<Finding> check(Plan plan, Account account) {
    if (account.isRoot()) {
      return List.of();
    }
    Map<String, Set<String>> nodes = new TreeMap<>();
    for (VmChange change : plan.changes(VmChange.class)) {
      WantedValues.of(change).keySet().stream()
          .filter(RootOptionsCheck::isRootOnly)
          .forEach(
              key ->
                  nodes
                      .computeIfAbsent(key, unused -> new TreeSet<>())
                      .add(change.vm().node().value()));
    }
    return nodes.entrySet().stream()
        .map(each -> finding(each.getKey(), String.join(", ", each.getValue())))
        .toList();
  }

  private static boolean isRootOnly(String key) {
    return VmConfigKey.of(key).option().filter(ProxmoxOption::isRootOnly).isPresent();
  }

  private static Finding finding(String option, String nodes) {
    return PreflightFinding.OPTION_NEEDS_ROOT.finding(
        "Only root@pam with its password may set the option "
            + option
            + " of "
            + nodes
            + "; every API token is refused, also one of root@pam.",
        "Remove the option, or connect as root@pam with its password.");
  }
}
