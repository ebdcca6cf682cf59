package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskProgress;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One task in flight. */
final class FollowedTask implements TaskHandle {
  /** A host that has just started a task may need a moment to know it. */
  private static final int UNKNOWN_UNTIL_LOST = 3;

  private final ApiTransport transport;
  private final TaskLogReader logs;
  private final Ending ending;
  private final Restart restart;
  private final CompletableFuture<TaskResult> end = new CompletableFuture<>();
  private final List<Consumer<TaskProgress>> listeners = new CopyOnWriteArrayList<>();
  private volatile Upid upid;
  private volatile boolean cancelled;
  private volatile @Nullable ProxmoxException lastTrouble;
  private int unknown;
  private boolean restarting;

  /** What a task needs to end, or to begin anew. */
  record Ending(
      TaskQueries queries,
      ServerErrors errors,
      Scheduler scheduler,
      Consumer<FollowedTask> add,
      Consumer<FollowedTask> remove) {}

  FollowedTask(
      Upid upid, ApiTransport transport, TaskLogReader logs, Ending ending, Restart restart) {
    this.upid = upid;
    this.transport = transport;
    this.logs = logs;
    this.ending = ending;
    this.restart = restart;
  }

  @Override
  public Upid upid() {
    return upid;
  }

  @Override
  public CompletableFuture<TaskResult> completion() {
    return end.copy();
  }

  @Override
  public TaskResult await(Duration timeout) {
    try {
      if (!ending.scheduler().await(end, timeout)) {
        throw stillRunning(timeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProxmoxException.of(
              ErrorKind.INTERRUPTED, "Nobody waits for " + upid.label() + " any more; it goes on.")
          .cause(e)
          .build();
    }
    return result();
  }

  @Override
  public TaskHandle onProgress(Consumer<TaskProgress> listener) {
    listeners.add(listener);
    logs.wanted();
    return this;
  }

  @Override
  public void cancel() {
    cancelled = true;
    // Asking twice does no harm, so a lost answer needs no proof.
    var unused =
        transport.call(
            ApiRequest.delete("/nodes/{node}/tasks/{upid}", upid.node(), upid.text())
                .lookedUpBy(lost -> new OutcomeLookup.Outcome.NotDone()));
  }

  boolean isListenedTo() {
    return !listeners.isEmpty() && !end.isDone();
  }

  void report(TaskProgress progress) {
    listeners.forEach(listener -> listener.accept(progress));
  }

  /** Takes in what a look found. */
  synchronized void saw(TaskState state) {
    lastTrouble = null;
    if (end.isDone() || restarting) {
      return;
    }
    if (state instanceof TaskState.Running) {
      unknown = 0;
    } else if (state instanceof TaskState.Ended ended) {
      finish(ended);
    } else if (++unknown >= UNKNOWN_UNTIL_LOST) {
      fail("no such task", List.of());
    }
  }

  /** Takes in that a look failed: it passes, unless the credentials are no longer good. */
  void couldNotLook(ProxmoxException trouble) {
    lastTrouble = trouble;
    if (trouble.kind() == ErrorKind.AUTHENTICATION || trouble.kind() == ErrorKind.PERMISSION) {
      complete(
          trouble.toBuilder()
              .problem("Cannot follow " + upid.label() + " any more: " + trouble.problem())
              .outcomeUnknown(true)
              .build());
    }
  }

  void abandon() {
    complete(
        ProxmoxException.of(
                ErrorKind.INTERRUPTED,
                "The client was closed while " + upid.label() + " ran; the task goes on.")
            .outcomeUnknown(true)
            .build());
  }

  private void finish(TaskState.Ended ended) {
    OptionalInt warnings = ended.warnings();
    if (warnings.isPresent()) {
      ending.remove().accept(this);
      end.complete(new TaskResult(upid, warnings.getAsInt()));
    } else {
      fail(ended.exitStatus(), tail());
    }
  }

  private void fail(String exitStatus, List<String> log) {
    ProxmoxException failure = ending.errors().of(upid, exitStatus, log, cancelled);
    Optional<Duration> pause = restart.pauseAfter(failure);
    if (pause.isPresent()) {
      restarting = true;
      ending.scheduler().schedule(pause.get(), this::startAgain);
    } else {
      complete(failure);
    }
  }

  private void startAgain() {
    if (end.isDone()) {
      return;
    }
    ending.remove().accept(this);
    try {
      Optional<Upid> next = restart.send();
      if (next.isEmpty()) {
        end.complete(new TaskResult(upid, 0));
        return;
      }
      synchronized (this) {
        upid = next.get();
        restarting = false;
        unknown = 0;
      }
      ending.add().accept(this);
    } catch (RuntimeException e) {
      // Also what a last look says: whoever waits has to hear it.
      end.completeExceptionally(e);
    }
  }

  private void complete(ProxmoxException failure) {
    ending.remove().accept(this);
    end.completeExceptionally(failure);
  }

  private List<String> tail() {
    try {
      return ending.queries().logTail(upid);
    } catch (ProxmoxException e) {
      return List.of();
    }
  }

  private ProxmoxException stillRunning(Duration timeout) {
    List<String> log = tail();
    @Nullable ProxmoxException trouble = lastTrouble;
    String doing =
        log.isEmpty() ? "" : " Its last words: '" + log.get(log.size() - 1).strip() + "'.";
    String problem =
        trouble == null
            ? "Task " + upid.label() + " still runs after " + words(timeout) + "." + doing
            : "Nobody knows whether task "
                + upid.label()
                + " still runs after "
                + words(timeout)
                + ", because the last look at it failed: "
                + trouble.problem();
    return ProxmoxException.of(ErrorKind.TIMEOUT, problem)
        .suggestion("It goes on by itself. Wait longer, or follow " + upid + " in the task list.")
        .taskLog(log)
        .outcomeUnknown(true)
        .cause(trouble)
        .build();
  }

  private static String words(Duration time) {
    long seconds = time.toSeconds();
    return seconds < 120 ? seconds + " seconds" : seconds / 60 + " minutes";
  }

  private TaskResult result() {
    try {
      return end.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ProxmoxException failure) {
        // Thrown anew so that the stack names the one who waits.
        throw failure.toBuilder().cause(failure).build();
      }
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw e;
    }
  }
}
