package io.github.talosforge.proxmox.http;

import io.github.resilience4j.bulkhead.Bulkhead;
import java.util.ArrayList;
import java.util.List;

/** What one request occupies until its work is done. */
final class Place {
  private final List<Bulkhead> taken = new ArrayList<>();

  synchronized void add(Bulkhead bulkhead) {
    taken.add(bulkhead);
  }

  /** Gives everything back, once. */
  synchronized void leave() {
    taken.forEach(Bulkhead::onComplete);
    taken.clear();
  }
}
