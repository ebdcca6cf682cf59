package io.github.talosforge.lock;

import io.github.talosforge.audit.Reason;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesObjects;
import io.github.talosforge.kubernetes.ObjectTree;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The right of one run to change a cluster: a Lease in it. It is taken before the first change,
 * renewed in the background, looked at before each further step, and given back in the end.
 *
 * <p>Whether another holder is still at work is judged by its renewals that are seen here, within a
 * time that is measured here: clocks of two machines need not agree. A Lease never makes a cluster
 * unrepairable. While its API is silent nobody can hold one, so a run waits for as long as a Lease
 * lasts, and then goes on without; at once where too few control planes run for any answer.
 */
public final class ClusterLock implements AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final Duration RENEWAL = Duration.ofSeconds(15);
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(3);

  private final Holder me;
  private final Supplier<KubernetesObjects> api;
  private final Supplier<ApiOutlook> outlook;
  private final Pacing pacing;
  private final BooleanSupplier stopped;
  private final Consumer<String> tells;
  private final Executor background;
  private @Nullable ObjectTree held;
  private @Nullable ClusterLockedException refusal;
  private @Nullable Long silentSince;
  private @Nullable Long tried;
  private boolean without;
  private boolean closed;
  private @Nullable Thread renewing;
  private volatile @Nullable ClusterLockedException lost;

  /**
   * Prepares to take the Lease; nothing is sent yet.
   *
   * @param me who takes it
   * @param api the cluster's API, with the rights of an administrator
   * @param outlook looks whether the API can answer; asked only if it does not
   * @param pacing measures and spends time
   * @param stopped whether the run was asked to stop, so that nothing is waited for
   * @param tells hears what the user should know
   * @param background renews the Lease, on another thread
   */
  public ClusterLock(
      Holder me,
      Supplier<KubernetesObjects> api,
      Supplier<ApiOutlook> outlook,
      Pacing pacing,
      BooleanSupplier stopped,
      Consumer<String> tells,
      Executor background) {
    this.me = me;
    this.api = api;
    this.outlook = outlook;
    this.pacing = pacing;
    this.stopped = stopped;
    this.tells = tells;
    this.background = background;
  }

  /**
   * Takes the Lease before the first change, and looks at it before a further one. A Lease that was
   * lost is no failure here: {@link #lost} tells, and nothing new may begin.
   *
   * @return whether it was taken just now: what was seen before, another run may have changed
   * @throws ClusterLockedException if another run has it
   */
  public synchronized boolean require() {
    if (refusal != null) {
      throw refusal;
    }
    long now = pacing.nanos();
    if (closed || (tried != null && now - tried < FRESH.toNanos())) {
      return false;
    }
    boolean taken = held != null;
    if (!taken && stopped.getAsBoolean()) {
      return false;
    }
    Reason.here().then("lease").run(taken ? this::look : this::take);
    tried = pacing.nanos();
    return !taken && held != null;
  }

  /** Why nothing new may begin: another run has the Lease by now. */
  public Optional<ClusterLockedException> lost() {
    return Optional.ofNullable(lost);
  }

  /** Renews the Lease, or sees that another run has it. That the API is silent changes nothing. */
  public synchronized void look() {
    ObjectTree mine = held;
    if (mine == null || closed || lost != null) {
      return;
    }
    try {
      held = renewed(mine);
      without = false;
      silentSince = null;
    } catch (KubernetesException e) {
      if (!without) {
        without = true;
        tells.accept(
            "The cluster's Lease cannot be renewed: "
                + e.problem()
                + " This run goes on, and looks at it again before each step.");
      }
    }
  }

  private ObjectTree renewed(ObjectTree mine) {
    try {
      return api.get().replace(RunLease.PLACE, new RunLease(mine).renewed().object());
    } catch (KubernetesException e) {
      if (!e.isConflict() && e.status() != NOT_FOUND) {
        throw e;
      }
      return again(mine);
    }
  }

  /** An answer may have been lost, somebody may have deleted it, or another run has it. */
  private ObjectTree again(ObjectTree mine) {
    Optional<RunLease> there = api.get().find(RunLease.PLACE).map(RunLease::new);
    if (there.isEmpty()) {
      return api.get().create(RunLease.PLACE, RunLease.first(me).object());
    }
    if (there.get().isOf(me)) {
      return api.get().replace(RunLease.PLACE, there.get().renewed().object());
    }
    lost = ClusterLockedException.lost(there.get());
    return mine;
  }

  private void take() {
    Watched watched = null;
    RunLease other = null;
    while (true) {
      try {
        Optional<RunLease> there = api.get().find(RunLease.PLACE).map(RunLease::new);
        silentSince = null;
        if (other != null && there.filter(lease -> !lease.isFree()).isEmpty()) {
          throw refused(ClusterLockedException.ended(other));
        }
        if (there.isEmpty() || mayTake(there.get(), watched)) {
          begin(there);
          return;
        }
        if (watched != null && !watched.version().equals(there.get().object().version())) {
          throw refused(ClusterLockedException.held(there.get()));
        }
        if (other == null) {
          other = there.get();
          tells.accept(waits(there.get()));
        }
        watched = watched == null ? Watched.of(there.get(), pacing.nanos()) : watched;
      } catch (KubernetesException e) {
        if (!e.isConflict() && goesOnWithout(e)) {
          return;
        }
        // Its holder could not renew it either.
        watched = null;
      }
      if (stopped.getAsBoolean() || !paused(PAUSE)) {
        return;
      }
    }
  }

  /** A Lease of somebody else as it was first seen here. */
  private record Watched(String version, long since) {
    static Watched of(RunLease lease, long now) {
      return new Watched(lease.object().version(), now);
    }
  }

  private boolean mayTake(RunLease lease, @Nullable Watched watched) {
    return lease.isFree()
        || lease.isOf(me)
        || (watched != null
            && watched.version().equals(lease.object().version())
            && pacing.nanos() - watched.since() >= lease.duration().toNanos());
  }

  private ClusterLockedException refused(ClusterLockedException why) {
    refusal = why;
    return why;
  }

  private static String waits(RunLease lease) {
    return "The cluster's Lease belongs to another run ("
        + lease.words()
        + "): looking whether it is still at work, "
        + lease.duration().toSeconds()
        + " seconds at most.";
  }

  private void begin(Optional<RunLease> there) {
    held =
        there.isPresent()
            ? api.get().replace(RunLease.PLACE, there.get().takenBy(me).object())
            : api.get().create(RunLease.PLACE, RunLease.first(me).object());
    without = false;
    Reason here = Reason.here();
    background.execute(() -> here.run(this::renewUntilClosed));
  }

  private synchronized boolean renews() {
    renewing = Thread.currentThread();
    return !closed;
  }

  private void renewUntilClosed() {
    if (!renews()) {
      return;
    }
    while (paused(RENEWAL)) {
      synchronized (this) {
        if (closed || lost != null) {
          return;
        }
        look();
      }
    }
  }

  /** Whoever cannot know whether others are at work waits as long as their Lease could last. */
  private boolean goesOnWithout(KubernetesException failure) {
    if (without) {
      return true;
    }
    if (!failure.isTransient()) {
      return without(
          "The cluster's Lease cannot be taken, so this run goes on without it: see that no other"
              + " run is at work. "
              + failure.problem());
    }
    if (silentSince == null) {
      silentSince = pacing.nanos();
      ApiOutlook seen = outlook.get();
      if (seen == ApiOutlook.NO_ETCD) {
        without = true;
      } else if (seen == ApiOutlook.NO_QUORUM) {
        return without(
            "Too few control planes run for the Kubernetes API to answer, so no run can hold the"
                + " cluster's Lease. This one goes on without: see that no other run is at work.");
      }
      return without;
    }
    return pacing.nanos() - silentSince >= RunLease.DURATION.toNanos()
        && without(
            "The Kubernetes API did not answer for "
                + RunLease.DURATION.toSeconds()
                + " seconds, as long as a run's Lease lasts. This one goes on without: see that no"
                + " other run is at work. "
                + failure.problem());
  }

  private boolean without(String sentence) {
    without = true;
    tells.accept(sentence);
    return true;
  }

  private boolean paused(Duration time) {
    try {
      pacing.pause(time);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Leaves the Lease to its end, because the cluster goes with everything in it. */
  public synchronized void leave() {
    held = null;
    end();
  }

  private void end() {
    closed = true;
    Optional.ofNullable(renewing).ifPresent(Thread::interrupt);
  }

  /** Gives the Lease back. What the API does not take now ends by itself. */
  @Override
  public synchronized void close() {
    ObjectTree mine = held;
    end();
    held = null;
    if (mine == null || lost != null) {
      return;
    }
    try {
      boolean unused =
          Reason.here().then("lease").get(() -> api.get().delete(RunLease.PLACE, mine));
    } catch (KubernetesException e) {
      tells.accept(
          "The cluster's Lease could not be given back; it ends by itself "
              + RunLease.DURATION.toSeconds()
              + " seconds after the next run first sees it. "
              + e.problem());
    }
  }
}
