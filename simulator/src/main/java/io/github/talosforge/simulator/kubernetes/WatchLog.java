package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.kubernetes.object.Change;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The last changes, for those who ask what they missed, and those who wait for the next one. */
final class WatchLog {
  private static final int KEPT = 4096;

  private final Deque<Change> changes = new ArrayDeque<>();
  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
  private long forgotten;

  /** A log that starts with what happens after a revision. */
  WatchLog(long start) {
    forgotten = start;
  }

  void add(Change change) {
    changes.add(change);
    if (changes.size() > KEPT) {
      forgotten = changes.remove().revision();
    }
    watches.forEach(watch -> watch.see(change));
  }

  /** Tells what happened after a revision. */
  void replay(Watch watch, long since) {
    if (since < forgotten) {
      watch.fail(Refusal.expired(since, forgotten).status());
      return;
    }
    changes.stream().filter(change -> change.revision() > since).forEach(watch::see);
  }

  void add(Watch watch) {
    watches.add(watch);
  }

  void remove(Watch watch) {
    watches.remove(watch);
  }

  /** Whether anyone waits; may be asked without the world's lock. */
  boolean isWatched() {
    return !watches.isEmpty();
  }
}
