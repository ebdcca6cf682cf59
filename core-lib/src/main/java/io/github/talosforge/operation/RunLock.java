package io.github.talosforge.operation;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.lock.ClusterLock;
import io.github.talosforge.lock.ClusterLockedException;
import io.github.talosforge.lock.Holder;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps two runs from changing one cluster at a time. What writes asks for it; who only reads never
 * does. A cluster of which no control plane runs, or whose secrets nobody has, can keep no Lease:
 * there the tasks and locks of Proxmox VE tell of other runs.
 */
final class RunLock {
  private final ClusterRun run;
  private volatile Optional<ClusterLock> lock = Optional.empty();
  private boolean prepared;
  private String operation = "";
  private RunListener listener = RunListener.SILENT;

  RunLock(ClusterRun run) {
    this.run = run;
  }

  /** Does the work of an operation, and gives the Lease back that it took. */
  <T> T during(String what, RunListener hears, Supplier<T> work) {
    operation = what;
    listener = hears;
    try {
      return work.get();
    } catch (RuntimeException e) {
      throw lost().<RuntimeException>map(why -> after(e, why)).orElse(e);
    } finally {
      lock.ifPresent(ClusterLock::close);
      lock = Optional.empty();
      prepared = false;
    }
  }

  private static ClusterLockedException after(
      RuntimeException stopped, ClusterLockedException why) {
    if (why != stopped) {
      why.addSuppressed(stopped);
    }
    return why;
  }

  /** Finds out whether there can be a Lease, on the thread that may look at the cluster. */
  void prepare() {
    if (!prepared) {
      lock = open();
      prepared = true;
    }
  }

  private Optional<ClusterLock> open() {
    boolean lives =
        run.status().stream()
            .filter(node -> node.role().equals(Optional.of(NodeRole.CONTROL_PLANE)))
            .anyMatch(node -> node.state() == NodeStatus.State.RUNNING);
    if (!lives) {
      return Optional.empty();
    }
    try {
      return run.keys().known().map(this::of);
    } catch (SecretsException e) {
      listener.warns(
          "The cluster's Lease cannot be taken, so this run goes on without it: see that no other"
              + " run is at work. "
              + e.problem());
      return Optional.empty();
    }
  }

  private ClusterLock of(SecretsBundle secrets) {
    return run.inside()
        .reach(secrets)
        .lock(Holder.here(operation), run::isStopped, listener::warns);
  }

  /**
   * Sees that no other run is at work, before something is changed.
   *
   * @return whether that is known just now: another run may have changed what was seen before
   * @throws ClusterLockedException if one is
   */
  boolean require() {
    prepare();
    return lock.map(ClusterLock::require).orElse(false);
  }

  /** The whole cluster goes, and its Lease with it. */
  void goesWithTheCluster() {
    lock.ifPresent(ClusterLock::leave);
  }

  /** Tells why nothing new may be begun, if another run has the Lease by now. */
  Optional<ClusterLockedException> lost() {
    return lock.flatMap(ClusterLock::lost);
  }
}
