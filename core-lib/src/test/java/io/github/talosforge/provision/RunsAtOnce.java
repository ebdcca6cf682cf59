package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Runs that meet: all of them plan, and only then the first one changes anything. */
final class RunsAtOnce {
  private final List<Run> runs = new ArrayList<>();

  private record Run(SimulatedCluster cluster, Function<ClusterSession, Plan> planning) {}

  RunsAtOnce provision(SimulatedCluster cluster, int times) {
    return add(cluster, session -> session.plan(NodeSelection.all(), true), times);
  }

  RunsAtOnce destroy(SimulatedCluster cluster, int times) {
    return add(cluster, session -> session.planDestruction(NodeSelection.all(), false), times);
  }

  private RunsAtOnce add(
      SimulatedCluster cluster, Function<ClusterSession, Plan> planning, int times) {
    IntStream.range(0, times).forEach(time -> runs.add(new Run(cluster, planning)));
    return this;
  }

  /** Carries them all out; who does not get to the end says why in sentences. */
  void meet() {
    CyclicBarrier allHavePlanned = new CyclicBarrier(runs.size());
    List<Supplier<String>> works =
        runs.stream().<Supplier<String>>map(run -> () -> carryOut(run, allHavePlanned)).toList();
    assertThat(together(works)).allSatisfy(RunsAtOnce::areSentences);
  }

  /** Does things side by side and returns what came of each. */
  static <T> List<T> together(List<Supplier<T>> works) {
    ExecutorService threads = Executors.newFixedThreadPool(works.size());
    try {
      return works.stream()
          .map(work -> CompletableFuture.supplyAsync(work, threads))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    } finally {
      threads.shutdown();
    }
  }

  /** Returns what the run says of what it could not do. */
  private static String carryOut(Run run, CyclicBarrier allHavePlanned) {
    try (ClusterSession session = run.cluster().session()) {
      Plan plan;
      try {
        plan = run.planning().apply(session);
      } finally {
        allHavePlanned.await();
      }
      if (plan.isBlocked()) {
        return plan.findings().render();
      }
      return words(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT));
    } catch (ProxmoxException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String words(ApplyResult result) {
    List<String> reasons = new ArrayList<>();
    for (Outcome failed : result.ended(Outcome.Ending.FAILED)) {
      String reason = failed.reason().orElse("");
      assertThat(reason).as(failed.change().id().value()).endsWith(".");
      reasons.add(reason);
    }
    return String.join("\n", reasons);
  }

  static void areSentences(String words) {
    assertThat(words)
        .doesNotContain("Exception", "java.", "io.github", "Optional", "null", "\tat ");
  }
}
