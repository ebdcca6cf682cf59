package io.github.talosforge.doctor;

import io.github.talosforge.access.Grant;
import io.github.talosforge.access.PveRelease;
import io.github.talosforge.access.RequiredAccess;
import io.github.talosforge.model.NodeSpec;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rights that the cluster needs and the token does not have. */
final class RightLines {
  /** More than these are faster granted all at once. */
  private static final int FEW = 3;

  private static final int NEW_RIGHTS_SINCE = 9;
  private static final String VMS = "/vms";

  private RightLines() {}

  static List<Line> of(Facts facts) {
    Map<String, SortedSet<String>> missing = missing(facts);
    if (missing.isEmpty()) {
      return List.of(Line.fine(Topic.RIGHTS, who(facts), "may do all that this cluster needs."));
    }
    boolean few = missing.size() <= FEW;
    return missing.entrySet().stream().map(lack -> line(facts, lack, few)).toList();
  }

  private static Line line(Facts facts, Map.Entry<String, SortedSet<String>> lack, boolean few) {
    String path = lack.getKey();
    return new Line(
        Topic.RIGHTS,
        path,
        Verdict.PROBLEM,
        who(facts) + " lacks " + Facts.join(lack.getValue()) + ".",
        few ? "As root on any host:" : "Run as root what printRoleCommands prints.",
        few ? facts.grant(path, lack.getValue()) : List.of());
  }

  private static String who(Facts facts) {
    return facts.account().user() + facts.account().token().map(name -> "!" + name).orElse("");
  }

  /** What the files only make use of if it is there is not missed. */
  private static SortedMap<String, SortedSet<String>> missing(Facts facts) {
    PveRelease release =
        facts.world().version().major() >= NEW_RIGHTS_SINCE ? PveRelease.PVE_9 : PveRelease.PVE_8;
    SortedMap<String, SortedSet<String>> missing = new TreeMap<>();
    for (Grant grant : RequiredAccess.of(facts.spec(), release)) {
      if (!grant.optional()) {
        grant.paths().forEach(path -> collect(facts, path, grant, missing));
      }
    }
    return missing;
  }

  private static void collect(
      Facts facts, String path, Grant grant, Map<String, SortedSet<String>> missing) {
    grant.privileges().stream()
        .filter(privilege -> !facts.allows(path, privilege))
        .filter(privilege -> !path.equals(VMS) || !byPools(facts, privilege))
        .forEach(
            privilege -> missing.computeIfAbsent(path, unused -> new TreeSet<>()).add(privilege));
  }

  /** Rights on the pool that every node is in are rights on its VMs. */
  private static boolean byPools(Facts facts, String privilege) {
    return facts.spec().nodes().stream()
        .map(NodeSpec::vm)
        .allMatch(
            vm ->
                vm.marks()
                    .pool()
                    .filter(pool -> facts.allows("/pool/" + pool, privilege))
                    .isPresent());
  }
}
