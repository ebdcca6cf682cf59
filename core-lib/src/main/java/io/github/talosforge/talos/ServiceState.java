package io.github.talosforge.talos;

import java.util.Optional;

/**
 * How a service of a machine is.
 *
 * @param id its name, such as {@code etcd}
 * @param state what it does, such as {@code Running} or {@code Preparing}
 * @param healthy whether it says that it is well; empty when it has no opinion
 * @param message its last words
 */
public record ServiceState(String id, String state, Optional<Boolean> healthy, String message) {

  /**
   * Tells whether it runs and is well.
   *
   * @return whether its state is {@code Running} and it says that it is healthy
   */
  public boolean isRunningAndHealthy() {
    return state.equals("Running") && healthy.orElse(false);
  }
}
