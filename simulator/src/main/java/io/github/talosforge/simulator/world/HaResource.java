package io.github.talosforge.simulator.world;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
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
 * @param given the settings that somebody made; the others have their defaults
 */
public record HaResource(
    String sid,
    String state,
    @Nullable String group,
    int maxRestart,
    int maxRelocate,
    boolean failback,
    @Nullable String comment,
    boolean error,
    Set<String> given) {
  private static final Set<String> ALL = Set.of("state", "max_restart", "max_relocate", "failback");

  /** Copies the set; a file of an earlier version has none. */
  public HaResource {
    given = Set.copyOf(Objects.requireNonNullElse(given, ALL));
  }

  /** A resource all of whose settings were made. */
  public HaResource(
      String sid,
      String state,
      @Nullable String group,
      int maxRestart,
      int maxRelocate,
      boolean failback,
      @Nullable String comment,
      boolean error) {
    this(sid, state, group, maxRestart, maxRelocate, failback, comment, error, ALL);
  }

  /**
   * The same resource with another wish.
   *
   * @param wanted the state
   * @return the resource
   */
  public HaResource withState(String wanted) {
    Set<String> more = new HashSet<>(given);
    more.add("state");
    boolean still = error && !clears(wanted);
    return new HaResource(
        sid, wanted, group, maxRestart, maxRelocate, failback, comment, still, more);
  }

  /**
   * The same resource after it gave up.
   *
   * @return the resource
   */
  public HaResource failed() {
    return new HaResource(
        sid, state, group, maxRestart, maxRelocate, failback, comment, true, given);
  }

  private static boolean clears(String wanted) {
    return wanted.equals("disabled") || wanted.equals("ignored");
  }
}
