package io.github.talosforge.plan;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.ObservedGuest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out what has to be done so that the live system is what the files say.
 *
 * <p>It never plans to touch a VM that is not provably a node of the cluster. If anything about
 * that is in doubt, the plan says so and is blocked as a whole.
 */
public final class Planner {
  private static final Comparator<Change> PREPARATION_FIRST =
      Comparator.comparing(change -> change instanceof VmChange);

  /** Makes the plan. */
  public Plan plan(PlanRequest request) {
    Draft draft = new Draft();
    draft.findings.addAll(request.findings().findings());
    Census census = new Census(request, draft);
    census.take();
    checkSelection(request, draft);
    ImageLedger ledger = new ImageLedger(request);
    Restarts restarts = new Restarts();
    NodePlanning nodes =
        new NodePlanning(request, draft, census, new Creation(request, ledger, draft), restarts);
    for (NodeTarget target : request.targets()) {
      if (request.selection().selects(target.node())) {
        nodes.plan(target);
      } else {
        draft.left.add(target.node());
      }
    }
    nodes.reportLeft();
    draft.changes.addAll(ledger.changes());
    draft.changes.sort(PREPARATION_FIRST);
    draft.changes.addAll(restarts.changes());
    return finish(request, draft, census);
  }

  private static void checkSelection(PlanRequest request, Draft draft) {
    List<String> globs = new ArrayList<>(request.selection().included());
    globs.addAll(request.selection().excluded());
    for (String glob : globs) {
      boolean fits =
          request.spec().nodes().stream().anyMatch(node -> NodeSelection.fits(glob, node.name()));
      if (!fits) {
        draft.report(
            PlanFinding.SELECTION_MATCHES_NOTHING,
            null,
            "No node is called '" + glob + "'.",
            "The nodes are " + names(request) + ".");
      }
    }
  }

  private static String names(PlanRequest request) {
    return request.spec().nodes().stream()
        .map(node -> node.name().value())
        .collect(Collectors.joining(", "));
  }

  private static Plan finish(PlanRequest request, Draft draft, Census census) {
    Set<NodeName> left = Set.copyOf(draft.left);
    List<ObservedGuest> own = census.own();
    return new Plan(
        request.spec().name(),
        draft.changes,
        FindingReport.of(draft.findings),
        request.pins(),
        draft.waiting,
        draft.unlisted,
        List.copyOf(draft.tasks),
        draft.unchanged,
        left,
        PlanDigest.of(draft.changes, own));
  }
}
