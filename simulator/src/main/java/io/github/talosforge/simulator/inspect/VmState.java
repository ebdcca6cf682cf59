package io.github.talosforge.simulator.inspect;

import io.github.talosforge.simulator.world.Vm;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One VM as it is.
 *
 * @param id its id
 * @param host the host that it is on
 * @param running whether it runs
 * @param config its configuration
 * @param pending what changes with the next start
 */
public record VmState(
    int id, String host, boolean running, Map<String, String> config, Map<String, String> pending) {
  /** Copies the maps. */
  public VmState {
    config = new TreeMap<>(config);
    pending = new TreeMap<>(pending);
  }

  static VmState of(Vm vm) {
    return new VmState(vm.id(), vm.host(), vm.isRunning(), vm.config(), vm.pending());
  }

  /**
   * Its name.
   *
   * @return the name, or null
   */
  public @Nullable String name() {
    return config.get("name");
  }

  /**
   * What holds it.
   *
   * @return for example {@code clone}, or null
   */
  public @Nullable String lock() {
    return config.get("lock");
  }
}
