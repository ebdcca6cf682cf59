package io.github.talosforge.lock;

import io.github.talosforge.redaction.TalosforgeException;
import java.io.Serial;

/** Another run is at work on the cluster. */
public final class ClusterLockedException extends TalosforgeException {
  @Serial private static final long serialVersionUID = 1L;

  private ClusterLockedException(String problem, String suggestion) {
    super(problem, suggestion, /* outcomeUnknown= */ false, /* cause= */ null);
  }

  static ClusterLockedException held(RunLease lease) {
    return new ClusterLockedException(
        "Another run is at work on this cluster: " + lease.words() + ". This one began nothing.",
        ends(lease));
  }

  static ClusterLockedException ended(RunLease lease) {
    return new ClusterLockedException(
        "Another run ended while this one waited for it: "
            + lease.words()
            + ". This one began nothing, because it was planned for what was there before.",
        "Run it again.");
  }

  static ClusterLockedException lost(RunLease lease) {
    return new ClusterLockedException(
        "Another run took this one's place: "
            + lease.words()
            + ". This one was not heard of for as long as its Lease lasts (was the machine asleep or"
            + " cut off?), and begins nothing more; what it did is kept.",
        ends(lease));
  }

  private static String ends(RunLease lease) {
    return "Run again when it has ended. If it was killed, its Lease ("
        + RunLease.PLACE
        + ") ends by itself "
        + lease.duration().toSeconds()
        + " seconds after its last sign of life.";
  }
}
