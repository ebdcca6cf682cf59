package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.Upid;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tasks that belong to known calls, so that a lookup does not take one for a lost call's. */
final class RecentTasks {
  private static final int KEPT = 10_000;

  private final Map<String, Boolean> known = new LinkedHashMap<>();

  synchronized void add(Upid upid) {
    known.put(upid.text(), true);
    if (known.size() > KEPT) {
      known.remove(known.keySet().iterator().next());
    }
  }

  synchronized boolean contains(Upid upid) {
    return known.containsKey(upid.text());
  }
}
