package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Real time, with a few daemon threads that exist only while there is something to poll. */
final class SystemScheduler implements Scheduler {
  /** One dead host must not keep the others' tasks waiting. */
  private static final int THREADS = 4;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final ScheduledThreadPoolExecutor executor;

  SystemScheduler() {
    executor = new ScheduledThreadPoolExecutor(THREADS, SystemScheduler::daemon);
    executor.setKeepAliveTime(5, TimeUnit.SECONDS);
    executor.allowCoreThreadTimeOut(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "talosforge-proxmox");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void pause(Duration time) throws InterruptedException {
    boolean early = closed.await(time.toNanos(), TimeUnit.NANOSECONDS);
    if (early) {
      throw new InterruptedException("the client was closed");
    }
  }

  @Override
  public void schedule(Duration delay, Runnable work) {
    Future<?> unused = executor.schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean await(CompletableFuture<?> future, Duration timeout) throws InterruptedException {
    try {
      Object unused = future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closed.countDown();
    executor.shutdownNow();
  }
}
