package io.github.talosforge.observe;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.VmId;
import java.util.Map;
import java.util.TreeMap;

/** Counts how often somebody judges whose a guest is. */
public final class CountedClaims {
  private final Map<VmId, Integer> counts = new TreeMap<>();

  /** Judges all guests of a look, and counts. */
  public OwnedCluster of(ClusterSpec files, ObservedCluster observed) {
    Ownership ownership = Ownership.of(files, files.uid().orElseThrow());
    return OwnedCluster.judged(
        files,
        observed,
        ownership,
        guest -> {
          counts.merge(guest.id(), 1, Integer::sum);
          return ownership.claim(guest, observed.isOnline(guest.host()));
        });
  }

  /** Returns how often each guest was judged. */
  public Map<VmId, Integer> counts() {
    return counts;
  }
}
