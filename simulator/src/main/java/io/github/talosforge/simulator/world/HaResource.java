package io.github.talosforge.simulator.world;

import org.jspecify.annotations.Nullable;

/**
 * A VM under high availability.
 *
 * @param sid the service id, for example {@code vm:100}
 * @param state what is wanted: started, stopped, disabled, ignored
 * @param group the HA group (release 8)
 * @param maxRestart how often it is restarted on its host
 * @param maxRelocate how often it is moved after that
 * @param failback whether it returns to a better host (release 9)
 * @param comment its comment
 * @param error whether it gave up: nothing happens until it is disabled
 */
public record HaResource(
    String sid,
    String state,
    @Nullable String group,
    int maxRestart,
    int maxRelocate,
    boolean failback,
    @Nullable String comment,
    boolean error) {

  /**
   * The same resource with another wish.
   *
   * @param wanted the state
   * @return the resource
   */
  public HaResource withState(String wanted) {
    return new HaResource(
        sid, wanted, group, maxRestart, maxRelocate, failback, comment, error && !clears(wanted));
  }

  /**
   * The same resource after it gave up.
   *
   * @return the resource
   */
  public HaResource failed() {
    return new HaResource(sid, state, group, maxRestart, maxRelocate, failback, comment, true);
  }

  private static boolean clears(String wanted) {
    return wanted.equals("disabled") || wanted.equals("ignored");
  }
}
