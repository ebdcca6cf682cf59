package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.ClientCounters;
import java.util.concurrent.atomic.LongAdder;

/** Counts what the client sends. */
final class Counters {
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder polls = new LongAdder();
  private final LongAdder failovers = new LongAdder();

  void called(ApiRequest request) {
    (request.effect() == ApiRequest.Effect.READ ? reads : writes).increment();
  }

  void retried() {
    retries.increment();
  }

  void polled() {
    polls.increment();
  }

  void failedOver() {
    failovers.increment();
  }

  ClientCounters snapshot() {
    return new ClientCounters(
        reads.sum(), writes.sum(), retries.sum(), polls.sum(), failovers.sum());
  }
}
