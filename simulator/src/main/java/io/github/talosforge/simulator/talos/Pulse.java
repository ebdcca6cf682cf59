package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.task.Scheduler;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;

/**
 * Lets things happen when they are due, though nobody calls: a node that boots opens its port by
 * itself. Time is never moved, only followed.
 */
public final class Pulse implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final World world;
  private final Scheduler scheduler;
  private final Thread thread = new Thread(this::run, "talos-pulse");

  private Pulse(World world, Scheduler scheduler) {
    this.world = world;
    this.scheduler = scheduler;
  }

  /**
   * Starts one.
   *
   * @param world the world
   * @param scheduler what will happen in it
   * @return the pulse, until it is closed
   */
  public static Pulse start(World world, Scheduler scheduler) {
    Pulse pulse = new Pulse(world, scheduler);
    pulse.thread.setDaemon(true);
    pulse.thread.start();
    return pulse;
  }

  private void run() {
    while (!thread.isInterrupted()) {
      world.locked(
          () -> {
            scheduler.runDue();
            return true;
          });
      world.locked(this::rest);
    }
  }

  private boolean rest() {
    Instant next = scheduler.next();
    Duration wait = next == null ? LONGEST : Duration.between(world.time().now(), next);
    try {
      world.awaitChange(wait.compareTo(LONGEST) < 0 ? wait : LONGEST);
    } catch (InterruptedException e) {
      thread.interrupt();
    }
    return true;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
