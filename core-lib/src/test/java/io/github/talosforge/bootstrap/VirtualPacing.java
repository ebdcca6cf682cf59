package io.github.talosforge.bootstrap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Time that passes only when somebody waits, with things that happen meanwhile. */
final class VirtualPacing implements Pacing {
  private long nanos;
  private int pauses;
  private final List<Runnable> events = new ArrayList<>();

  /** Lets something happen during the next pause, then during the one after, and so on. */
  VirtualPacing then(Runnable event) {
    events.add(event);
    return this;
  }

  int pauses() {
    return pauses;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void pause(Duration time) {
    nanos += time.toNanos();
    pauses++;
    if (!events.isEmpty()) {
      events.remove(0).run();
    }
  }
}
