package io.github.talosforge.talos.grpc;

import io.grpc.Context;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Ends a stream that brings nothing for a while. While its reader works, as on a slow disk, no time
 * is counted.
 */
final class Silence implements AutoCloseable {
  private final Context.CancellableContext scope = Context.current().withCancellation();
  private final ScheduledExecutorService timer;
  private final Duration patience;
  private ScheduledFuture<?> end;
  private volatile boolean over;

  Silence(ScheduledExecutorService timer, Duration patience) {
    this.timer = timer;
    this.patience = patience;
    this.end = begun();
  }

  private ScheduledFuture<?> begun() {
    return timer.schedule(this::end, patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void end() {
    over = true;
    boolean unused = scope.cancel(new TimeoutException());
  }

  /** Runs a stream under this watch. */
  void endsIt(Runnable stream) {
    scope.run(stream);
  }

  /** Has every piece begin the time anew, after it was read. */
  <A> Consumer<A> heardBy(Consumer<A> reader) {
    return piece -> {
      boolean unused = end.cancel(false);
      reader.accept(piece);
      end = begun();
    };
  }

  boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    boolean unused = end.cancel(false);
    scope.close();
  }
}
