package io.github.talosforge.gradle.services;

import io.github.talosforge.gradle.report.RunRecord;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.proxmox.CallQueue;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** One cluster's run during one build, and what its tasks have told so far. */
public final class SharedRun implements AutoCloseable {
  private final ClusterRun run;
  private final CallQueue queue;
  private final long begun = System.nanoTime();
  private final Map<NodeName, String> said = new ConcurrentHashMap<>();
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  SharedRun(ClusterRun run, CallQueue queue) {
    this.run = run;
    this.queue = queue;
  }

  /**
   * Returns the run.
   *
   * @return what all tasks of the build share
   */
  public ClusterRun run() {
    return run;
  }

  /**
   * Does work that changes something. When the thread is interrupted meanwhile, the work goes on
   * until it would begin something new.
   *
   * @param work the work
   * @param stopping called when the run was asked to stop
   * @return what came of it
   * @param <T> its type
   */
  public <T> T stoppable(Callable<T> work, Runnable stopping) {
    return StoppableWork.run(
        work,
        () -> {
          run.stop();
          queue.close();
          stopping.run();
        });
  }

  /**
   * Tells whether a warning is told for the first time; each task of a build would tell it.
   *
   * @param warning the warning
   * @return whether nobody told it
   */
  public boolean isNews(String warning) {
    return told.add(warning);
  }

  /**
   * Remembers what was said of each machine, so that the next task does not say it again.
   *
   * @return the last words by node
   */
  public Map<NodeName, String> said() {
    return said;
  }

  /**
   * Returns what this build has done to the cluster so far.
   *
   * @return the record, summed over all tasks
   */
  public RunRecord record() {
    return new RunRecord(
        run.counters(),
        run.talosCounters(),
        Duration.ofNanos(System.nanoTime() - begun),
        run.outcomes(),
        run.unchanged());
  }

  @Override
  public void close() {
    run.close();
  }
}
