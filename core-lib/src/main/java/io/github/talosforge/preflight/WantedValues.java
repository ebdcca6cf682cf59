package io.github.talosforge.preflight;

import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import java.util.Map;

/** The configuration that a change gives a VM. */
final class WantedValues {
  private WantedValues() {}

  static Map<String, String> of(VmChange change) {
    if (change instanceof CreateVm create) {
      return create.configuration().values();
    }
    if (change instanceof StopStartVm restart) {
      return restart.values();
    }
    return change instanceof ChangeConfiguration configure ? configure.values() : Map.of();
  }
}
