package io.github.talosforge.gradle.services;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work that must not be cut off, only asked to stop. Gradle interrupts the threads of tasks when a
 * build is cancelled: Ctrl+C, an IDE's stop button, a pipeline that was aborted.
 */
final class StoppableWork {
  private StoppableWork() {}

  /**
   * Does the work on a thread that nobody interrupts and waits for its end.
   *
   * @param work the work
   * @param stop asks it to stop; called whenever this thread is interrupted
   */
  static <T> T run(Callable<T> work, Runnable stop) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "talosforge-apply");
    thread.setDaemon(true);
    if (Thread.interrupted()) {
      stop.run();
    }
    thread.start();
    while (true) {
      try {
        return task.get();
      } catch (InterruptedException e) {
        // Gradle knows by itself that the build is cancelled; results can still be written.
        stop.run();
      } catch (ExecutionException e) {
        throw unchecked(e);
      }
    }
  }

  private static RuntimeException unchecked(ExecutionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof RuntimeException known
        ? known
        : new IllegalStateException(failure);
  }
}
