package io.github.talosforge.simulator.task;

import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What will happen, in the order of time and, within one instant, of planning. Nothing runs by
 * itself: whoever looks at the world first lets everything happen that is due.
 */
public final class Scheduler {
  private final World world;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::when).thenComparing(Event::number));
  private final List<Runnable> observers = new ArrayList<>();
  private long planned;

  private record Event(Instant when, long number, Runnable action) {}

  public Scheduler(World world) {
    this.world = world;
  }

  /** Is told whenever time moved, before what happens then. */
  public void observe(Runnable observer) {
    observers.add(observer);
  }

  /** Plans something for later; the duration is one of the real thing. */
  public void after(Duration real, Runnable action) {
    events.add(new Event(world.now().plus(world.scaled(real)), planned++, action));
  }

  /** Lets everything happen that is due by now. */
  public void runDue() {
    Instant present = world.time().now();
    Event event = events.peek();
    while (event != null && !event.when().isAfter(present)) {
      events.poll();
      move(event.when());
      event.action().run();
      world.touch();
      event = events.peek();
    }
    move(present);
  }

  /** Waits for the next thing to happen, or until the deadline when that is earlier. */
  public void awaitNext(Instant deadline) {
    Instant next = next();
    world.await(next != null && next.isBefore(deadline) ? next : deadline);
    runDue();
  }

  /** When the next thing happens. */
  public @Nullable Instant next() {
    Event event = events.peek();
    return event == null ? null : event.when();
  }

  private void move(Instant to) {
    world.now(to);
    observers.forEach(Runnable::run);
  }
}
