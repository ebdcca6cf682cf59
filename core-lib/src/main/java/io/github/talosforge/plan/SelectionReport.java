package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.NearestName;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks whether a selection means anything: who writes a name wrong must not be told of success.
 */
public final class SelectionReport {
  private static final int MOST_NAMES = 20;
  private static final int MOST_NEAR = 3;

  private SelectionReport() {}

  /** Reports the patterns that fit no node of the files. */
  static List<Finding> ofNodes(NodeSelection selection, Collection<NodeName> nodes) {
    Set<String> names = nodes.stream().map(NodeName::value).collect(Collectors.toSet());
    return selection.fittingNone(nodes).stream().map(glob -> finding(glob, ".", names)).toList();
  }

  /**
   * Reports the patterns that fit nothing that could be removed. The running cluster is asked only
   * for a name that nothing else has: what an interrupted run left behind has to be named in full.
   *
   * @param selection the selection
   * @param seen the nodes of the files, and those of which something is on Proxmox VE
   * @param joined asks the running cluster
   */
  public static FindingReport ofRemoval(
      NodeSelection selection, Collection<NodeName> seen, Supplier<JoinedNodes> joined) {
    Set<String> wrong = selection.fittingNone(seen);
    if (wrong.isEmpty()) {
      return FindingReport.empty();
    }
    Set<String> names = seen.stream().map(NodeName::value).collect(Collectors.toSet());
    String where = ": neither in the files nor among the VMs with this cluster's marks";
    if (wrong.stream().noneMatch(SelectionReport::isName)) {
      return report(wrong, where + ".", names);
    }
    JoinedNodes answer = joined.get();
    if (answer instanceof JoinedNodes.Known known) {
      wrong.removeAll(known.names());
      names.addAll(known.names());
      return report(wrong, where + ", nor in Kubernetes.", names);
    }
    String why = ((JoinedNodes.Unknown) answer).why();
    return report(wrong, where + "; Kubernetes could not be asked: " + why + ".", names);
  }

  private static FindingReport report(Set<String> wrong, String where, Set<String> names) {
    return FindingReport.of(wrong.stream().map(glob -> finding(glob, where, names)).toList());
  }

  private static boolean isName(String glob) {
    try {
      return NodeName.of(glob).value().equals(glob);
    } catch (InvalidValueException e) {
      return false;
    }
  }

  private static Finding finding(String glob, String where, Set<String> names) {
    return PlanFinding.SELECTION_MATCHES_NOTHING.finding(
        "No node is called '" + glob + "'" + where, suggestion(glob, new TreeSet<>(names)));
  }

  private static String suggestion(String glob, Set<String> names) {
    List<String> near = NearestName.among(glob, names, MOST_NEAR);
    if (!near.isEmpty()) {
      return "Did you mean " + String.join(" or ", near) + "?";
    }
    String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    return names.isEmpty()
        ? "There is no node at all."
        : "The nodes are " + some + (names.size() > MOST_NAMES ? ", …" : ".");
  }
}
