package io.github.talosforge.proxmox;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A task that runs on a Proxmox host.
 *
 * <p>All handles of a client share one poller: a thousand waiting handles cost one list call a
 * second, and no thread each.
 */
public interface TaskHandle {
  /**
   * Names the task.
   *
   * @return its identifier; another one later if the task had to be started again because it found
   *     its VM locked before it began
   */
  Upid upid();

  /**
   * Gives the end of the task without waiting for it.
   *
   * @return a future that completes with the result, or exceptionally with a {@link
   *     ProxmoxException} if the task failed or was lost; completing or cancelling it does not
   *     touch the task
   */
  CompletableFuture<TaskResult> completion();

  /**
   * Waits for the task to end well.
   *
   * @param timeout how long to wait
   * @return the result, perhaps with warnings
   * @throws ProxmoxException if the task failed, was lost, or still runs after the time-out; in the
   *     last case the message tells what the task was doing, and the task goes on
   */
  TaskResult await(Duration timeout);

  /**
   * Reads the task's log from now on and reports its lines.
   *
   * <p>Costs calls: logs of all tasks that somebody listens to are read in turn, one a second.
   *
   * @param listener receives each new line; called from the poller, so it must be quick
   * @return this handle
   */
  TaskHandle onProgress(Consumer<TaskProgress> listener);

  /**
   * Asks the host to stop the task. The task then ends with {@link ErrorKind#TASK_CANCELLED} unless
   * it was quicker.
   *
   * @throws ProxmoxException if the host refuses
   */
  void cancel();
}
