package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Compares the rights that a plan needs with those that are held. */
final class RightsCheck {
  private RightsCheck() {}

  static List<Finding> check(
      Plan plan, ObservedCluster world, Account account, Predicate<PoolName> pools) {
    ChangeRights rights = new ChangeRights(world, pools);
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
                    "As root on any host: "
                        + GrantCommands.inOneLine(
                            account, world.permissions(), path, privileges))));
    if (!plan.changes(CreateVm.class).isEmpty()
        && !world.permissions().allows("/vms", "VM.Audit")) {
      findings.add(
          PreflightFinding.SIGHT_LIMITED.finding(
              "The credentials do not see every VM (no VM.Audit on /vms), so an id that looks free"
                  + " can be taken by somebody else's VM.",
              "Nothing is lost if so: the run stops at that node. Grant VM.Audit on /vms to see"
                  + " it before."));
    }
    if (destroysData(plan) && !world.permissions().allows("/vms", "VM.Audit")) {
      findings.add(
          PreflightFinding.SIGHT_LIMITED.finding(
              "The credentials do not see every VM (no VM.Audit on /vms), so a VM of somebody else"
                  + " can use the data that is destroyed.",
              "Grant VM.Audit on /vms to have every VM asked, or make sure of it yourself."));
    }
    return findings;
  }

  private static boolean destroysData(Plan plan) {
    return !plan.changes(DestroyVolume.class).isEmpty()
        || plan.changes(DestroyVm.class).stream()
            .anyMatch(destroy -> destroy.vm().identity().part() == NodePart.DATA);
  }
}
