package io.github.talosforge.simulator.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The three workers that each host has for calls; whoever comes fourth waits. */
final class HostWorkers implements AutoCloseable {
  private static final int PER_HOST = 3;

  private final Map<String, ThreadPoolExecutor> hosts = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor delays =
      new ScheduledThreadPoolExecutor(1, named("simulator-delays"));

  void execute(String host, Runnable call) {
    hosts.computeIfAbsent(host, HostWorkers::workers).execute(call);
  }

  void execute(String host, Duration delay, Runnable call) {
    if (delay.isZero()) {
      execute(host, call);
    } else {
      delays.execute(() -> delay(host, delay, call));
    }
  }

  private void delay(String host, Duration delay, Runnable call) {
    var unused = delays.schedule(() -> execute(host, call), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static ThreadPoolExecutor workers(String host) {
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            PER_HOST,
            PER_HOST,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named("simulator-" + host));
    workers.allowCoreThreadTimeOut(true);
    return workers;
  }

  private static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void close() {
    delays.shutdownNow();
    hosts.values().forEach(ThreadPoolExecutor::shutdownNow);
  }
}
