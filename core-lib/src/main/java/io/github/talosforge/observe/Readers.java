package io.github.talosforge.observe;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** Threads that read side by side, for as long as one look takes. */
final class Readers implements AutoCloseable {
  /** Enough to hide the latency of a distant server; the client keeps its own limits. */
  private static final int WIDTH = 16;

  private final BooleanSupplier stopped;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          WIDTH,
          work -> {
            Thread thread = new Thread(work, "talosforge-observe");
            thread.setDaemon(true);
            return thread;
          });

  Readers() {
    this(() -> false);
  }

  /** Reads nothing more once the run was stopped, for a look of thousands of calls. */
  Readers(BooleanSupplier stopped) {
    this.stopped = stopped;
  }

  /** A value that is being read. */
  record Reading<T>(Future<T> future) {
    T get() {
      return Readers.get(future);
    }
  }

  <T> Reading<T> read(Callable<T> call) {
    return new Reading<>(threads.submit(unlessStopped(call)));
  }

  <T> List<T> all(List<Callable<T>> calls) {
    List<Future<T>> futures = calls.stream().map(this::unlessStopped).map(threads::submit).toList();
    return futures.stream().map(Readers::get).toList();
  }

  private <T> Callable<T> unlessStopped(Callable<T> call) {
    return () -> {
      if (stopped.getAsBoolean()) {
        throw new CancellationException("The run was stopped");
      }
      return call.call();
    };
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while looking at the live system", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
