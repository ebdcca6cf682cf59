package io.github.talosforge.talos.grpc;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of one client's connections; they end with the client, not with the JVM. */
final class Threads implements AutoCloseable {
  private final ExecutorService work;
  private final ScheduledThreadPoolExecutor timer;

  Threads() {
    // What a dying connection still wants to do after the end is nothing that anybody waits for.
    work =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            30,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Threads::daemon,
            new ThreadPoolExecutor.DiscardPolicy());
    timer = new ScheduledThreadPoolExecutor(1, Threads::daemon);
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(5, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "talosforge-talos");
    thread.setDaemon(true);
    return thread;
  }

  ExecutorService work() {
    return work;
  }

  ScheduledExecutorService timer() {
    return timer;
  }

  @Override
  public void close() {
    work.shutdown();
    timer.shutdown();
  }
}
