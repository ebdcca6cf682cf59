package io.github.talosforge.gradle.services;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One cluster during one build. A plan holds for the next task too, until something is written: a
 * run without changes looks once, however many tasks it has.
 */
public final class SharedSession implements AutoCloseable {
  private final ClusterSession session;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final long begun = System.nanoTime();
  private @Nullable Plan known;

  SharedSession(ClusterSession session) {
    this.session = session;
  }

  /**
   * Plans, unless that was done and nothing was written since. All tasks of a cluster share their
   * options, so that their plans are the same.
   *
   * @param selection the nodes that it is about
   * @param allowRestarts whether running nodes may be stopped and started
   * @return the plan
   */
  public synchronized Plan plan(NodeSelection selection, boolean allowRestarts) {
    Plan plan = Optional.ofNullable(known).orElseGet(() -> session.plan(selection, allowRestarts));
    known = plan;
    return plan;
  }

  /**
   * Plans the end of the cluster's VMs.
   *
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @return the plan
   */
  public synchronized Plan planDestruction(NodeSelection selection, boolean liftProtection) {
    return session.planDestruction(selection, liftProtection);
  }

  /**
   * Carries a plan out.
   *
   * @param plan the plan
   * @param options how
   * @param log hears what happens
   * @return how each change ended
   */
  public synchronized ApplyResult apply(Plan plan, ApplyOptions options, ApplyLog log) {
    if (!plan.isEmpty()) {
      known = null;
    }
    ApplyResult result = session.apply(plan, options, log);
    outcomes.addAll(result.outcomes());
    return result;
  }

  /**
   * Looks at the nodes as they are now.
   *
   * @return the nodes of the files in their order, then those that the files no longer name
   */
  public synchronized List<NodeStatus> status() {
    return session.status();
  }

  /**
   * Returns how all changes of this build ended.
   *
   * @return the outcomes in order
   */
  public synchronized List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /**
   * Returns what was sent in this build.
   *
   * @return the counters
   */
  public ClientCounters counters() {
    return session.counters();
  }

  /**
   * Returns the time since the session was opened.
   *
   * @return the time
   */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  @Override
  public void close() {
    session.close();
  }
}
