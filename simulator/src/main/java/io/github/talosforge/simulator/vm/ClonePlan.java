package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiCall;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is to be cloned, checked.
 *
 * @param config the new configuration without disks
 * @param drives the disks to copy
 * @param full whether they are copied in full
 */
record ClonePlan(Map<String, String> config, Map<String, Drive> drives, boolean full) {
  /** Copies the maps. */
  ClonePlan {
    config = new TreeMap<>(config);
    drives = new TreeMap<>(drives);
  }

  /** Cloud-init and TPM state are always copied. */
  static boolean isFull(Drive drive, boolean full) {
    return full || drive.isCloudInit() || drive.key().equals("tpmstate0");
  }

  /** The host that the clone ends on when it is another one. */
  static @Nullable String target(ApiCall call) {
    String target = call.optional("target");
    return target == null || target.equals(call.path("node")) ? null : target;
  }
}
