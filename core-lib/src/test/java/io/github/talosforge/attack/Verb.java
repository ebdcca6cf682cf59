package io.github.talosforge.attack;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What writes, as its task has the library do it. */
enum Verb {
  /** What the node that is made needs, and no more. */
  BUILD(NodeSelection.all(), (session, nodes) -> session.plan(nodes, false).imagesOnly()),
  /** A node's VM changes, and another one is made. */
  PROVISION(NodeSelection.all(), (session, nodes) -> session.plan(nodes, false)),
  RESTART(NodeSelection.all(), (session, nodes) -> session.plan(nodes, true)),
  DESTROY(NodeSelection.all(), (session, nodes) -> session.planDestruction(nodes, true)),
  DESTROY_NODE(only("worker-2"), (session, nodes) -> session.planDestruction(nodes, true)),
  DESTROY_DATA(NodeSelection.all(), (session, nodes) -> session.planDestruction(nodes, true, true)),
  REBUILD(only("worker-1"), (session, nodes) -> session.planRebuild(nodes, true)),
  CLEAN(session -> session.planTemplateCleaning(1, true)),
  CLEAN_ALL(session -> session.planTemplateCleaning(0, true)),
  LEFTOVERS(ClusterSession::planLeftovers),
  ADOPT(
      session ->
          session
              .planAdoption(
                  Map.of(String.valueOf(AttackedCluster.BY_HAND), NodeName.of("worker-3")))
              .marks()),
  VOLUME(only("worker-1"), (session, nodes) -> session.planVolumeDestruction(nodes, "db"));

  /** Whether it is told the nodes that it is for. */
  final boolean takesNodes;

  @SuppressWarnings("ImmutableEnumChecker")
  private final NodeSelection usual;

  @SuppressWarnings("ImmutableEnumChecker")
  private final BiFunction<ClusterSession, NodeSelection, Plan> planning;

  Verb(Function<ClusterSession, Plan> planning) {
    this(NodeSelection.all(), (session, nodes) -> planning.apply(session), false);
  }

  Verb(NodeSelection usual, BiFunction<ClusterSession, NodeSelection, Plan> planning) {
    this(usual, planning, true);
  }

  Verb(
      NodeSelection usual,
      BiFunction<ClusterSession, NodeSelection, Plan> planning,
      boolean takesNodes) {
    this.usual = usual;
    this.planning = planning;
    this.takesNodes = takesNodes;
  }

  static NodeSelection only(String node) {
    return new NodeSelection(List.of(node), List.of());
  }

  /** Plans, after the files were edited where that is what the verb is for. */
  Plan plan(AttackedCluster attacked) {
    edit(attacked);
    return plan(attacked, usual);
  }

  Plan plan(AttackedCluster attacked, NodeSelection nodes) {
    try (ClusterSession session = attacked.cluster.session()) {
      return planning.apply(session, nodes);
    }
  }

  Plan plan(ClusterSession session) {
    return planning.apply(session, usual);
  }

  void edit(AttackedCluster attacked) {
    switch (this) {
      case BUILD, PROVISION, RESTART, ADOPT -> attacked.editFiles();
      default -> attacked.resetFiles();
    }
  }
}
