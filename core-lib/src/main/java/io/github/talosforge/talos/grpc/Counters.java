package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosCounters;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the client sends. */
final class Counters {
  private final LongAdder rpcs = new LongAdder();
  private final LongAdder changing = new LongAdder();
  private final LongAdder retries = new LongAdder();

  void called(boolean changes) {
    rpcs.increment();
    if (changes) {
      changing.increment();
    }
  }

  void retried() {
    retries.increment();
  }

  TalosCounters snapshot() {
    return new TalosCounters(rpcs.sum(), changing.sum(), retries.sum());
  }
}
