package io.github.talosforge.plan;

import io.github.talosforge.allocation.AllocationFinding;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.versions.RunningVersions;
import io.github.talosforge.versions.VersionNote;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

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
    return plan(request, new Draft(), Optional.empty());
  }

  /**
   * Makes the plan to make the VM of one node anew around its data.
   *
   * @param request what to plan; its selection names the node
   * @param liftProtection whether the VM may be protected; otherwise that blocks the plan
   * @param ran what the node ran and gets again, as far as somebody says it
   */
  public Plan rebuild(PlanRequest request, boolean liftProtection, Optional<RunningVersions> ran) {
    Draft draft = new Draft();
    Rebuilding.checkSelection(request, draft);
    Rebuilding rebuilding =
        new Rebuilding(request, draft, liftProtection, ran.map(VersionNote::of));
    Plan plan = plan(request, draft, Optional.of(rebuilding));
    return plan.withFindings(GoingLocks.of(plan, request.observed()));
  }

  private static Plan plan(PlanRequest request, Draft draft, Optional<Rebuilding> rebuilding) {
    draft.findings.addAll(request.findings().findings());
    Census census = new Census(request, draft);
    census.take();
    checkSelection(request, draft);
    ImageLedger ledger = new ImageLedger(request);
    Restarts restarts = new Restarts();
    Creation creation = new Creation(request, ledger, draft);
    NodePlanning nodes = new NodePlanning(request, draft, census, creation, restarts, rebuilding);
    HiddenNodes hidden = new HiddenNodes(request, draft);
    hidden.leave();
    if (rebuilding.isPresent()) {
      hidden.refuseToRebuild();
    }
    for (NodeTarget target : request.targets()) {
      if (!request.selection().selects(target.node())) {
        draft.left.add(target.node());
      } else if (!hidden.contains(target.node())) {
        nodes.plan(target);
      }
    }
    nodes.reportLeft();
    draft.changes.addAll(ledger.changes());
    draft.changes.sort(PREPARATION_FIRST);
    draft.changes.addAll(restarts.changes());
    new HaPlanning(request, draft, census).plan();
    return finish(request, draft, census);
  }

  /**
   * Returns the plan of a cluster without a uid: none, and what to write.
   *
   * @param spec the cluster
   * @param fresh a uid that the user can take
   */
  public static Plan withoutUid(ClusterSpec spec, ClusterUid fresh) {
    FindingReport report =
        FindingReport.of(
            PlanFinding.CLUSTER_UID_MISSING.at(
                spec.provenance().nearest("cluster_uid"),
                "The cluster has no cluster_uid, by which its VMs are told from those of another"
                    + " cluster with the same name.",
                "Write this line into the cluster's file, once and for ever: cluster_uid: "
                    + fresh));
    return Plan.of(spec.name(), List.of(), report, PlanDigest.of(List.of(), List.of()));
  }

  /** Returns a new uid: 16 hexadecimal digits. */
  public static ClusterUid freshUid(RandomGenerator random) {
    byte[] bytes = new byte[8];
    random.nextBytes(bytes);
    return ClusterUid.of(HexFormat.of().formatHex(bytes));
  }

  private static void checkSelection(PlanRequest request, Draft draft) {
    List<NodeName> nodes = request.spec().nodes().stream().map(NodeSpec::name).toList();
    draft.findings.addAll(SelectionReport.ofNodes(request.selection(), nodes));
  }

  private static Plan finish(PlanRequest request, Draft draft, Census census) {
    Set<NodeName> left = Set.copyOf(draft.left);
    List<ObservedGuest> own = census.own();
    return new Plan(
        request.spec().name(),
        draft.changes,
        FindingReport.of(withoutRepetition(draft.findings)),
        request.pins(),
        draft.waiting,
        draft.unlisted,
        List.copyOf(draft.tasks),
        draft.unchanged,
        left,
        List.of(),
        Optional.empty(),
        PlanDigest.of(draft.changes, own));
  }

  /** A taken id is told once, by whoever knows the guest. */
  private static List<Finding> withoutRepetition(List<Finding> findings) {
    Set<SourceLocation> told = new HashSet<>();
    findings.stream()
        .filter(finding -> finding.code().equals(PlanFinding.VM_ID_FOREIGN.code()))
        .forEach(finding -> told.add(finding.location()));
    String again = AllocationFinding.VM_ID_TAKEN.code();
    return findings.stream()
        .filter(finding -> !finding.code().equals(again) || !told.contains(finding.location()))
        .toList();
  }
}
