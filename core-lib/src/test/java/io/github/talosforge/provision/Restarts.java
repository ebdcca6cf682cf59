package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.NodePod;
import io.github.talosforge.kubernetes.Workloads;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** What tests of restarts have in common: a cluster that runs, and who uses it. */
final class Restarts {
  static final TalosOptions OPTIONS = TalosOptions.defaults();

  static final TalosOptions IMPATIENT = HurriedSessions.IMPATIENT;

  private static final String WEB =
      """
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: example.org/web}]}
      """;

  private Restarts() {}

  /** A cluster that is up. */
  static TalosWorld world(int controlPlanes, int workers) {
    TalosWorld world = new TalosWorld("1.12.4", controlPlanes, workers).provisioned();
    assertThat(world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT)).health().healthy())
        .isTrue();
    return world;
  }

  /** Changes a value that waits for a stop and start. */
  static void moreMemory(TalosWorld world, int controlPlanes, int workers) {
    String pools =
        """
        pools:
          - name: cp
            role: controlplane
            count: %d
            vm_memory: 6144
        """
            .formatted(controlPlanes);
    world.cluster.nodes(
        workers == 0
            ? pools
            : pools
                + """
                  - name: worker
                    count: %d
                    vm_memory: 3072
                """
                    .formatted(workers));
  }

  /** Provisions anew, with restarts where they are needed. */
  static ApplyResult restart(TalosWorld world, TalosOptions options, List<String> heard) {
    return restart(world, options, heard, care -> care);
  }

  static ApplyResult restart(
      TalosWorld world,
      TalosOptions options,
      List<String> heard,
      UnaryOperator<RestartCare> wrapped) {
    try (ClusterSession session = world.cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), true);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      RestartCare care =
          HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer())
              .restartCare(options, talosLog(heard));
      return session.apply(plan, ApplyOptions.defaults(), log(heard), wrapped.apply(care));
    }
  }

  static TalosLog talosLog(List<String> heard) {
    return new TalosLog() {
      @Override
      public void does(NodeName node, String words) {
        heard.add(node + " " + words);
      }
    };
  }

  private static ApplyLog log(List<String> heard) {
    return new ApplyLog() {
      @Override
      public void begins(Change change) {
        heard.add("begins " + change.id());
      }

      @Override
      public void ends(Outcome outcome) {
        heard.add(outcome.ending() + " " + outcome.change().id());
      }
    };
  }

  static List<String> heard() {
    return Collections.synchronizedList(new ArrayList<>());
  }

  /** Lets somebody run an application, with a disruption budget unless that is empty. */
  static void run(TalosWorld world, String budget) {
    try (Workloads workloads = world.workloads()) {
      workloads.create("apis/apps/v1", "deployments", WEB);
      if (!budget.isEmpty()) {
        workloads.create("apis/policy/v1", "poddisruptionbudgets", budget);
      }
    }
  }

  static List<KubernetesNode> nodes(TalosWorld world) {
    try (KubernetesWriter kubernetes = world.kubernetes()) {
      return kubernetes.nodes();
    }
  }

  /** The pods of applications on a node. */
  static List<NodePod> pods(TalosWorld world, String node) {
    try (KubernetesWriter kubernetes = world.kubernetes()) {
      return kubernetes.podsOn(node).stream()
          .filter(pod -> pod.namespace().equals("default"))
          .toList();
    }
  }

  static List<String> saying(List<String> heard, String part) {
    return heard.stream().filter(line -> line.contains(part)).toList();
  }
}
