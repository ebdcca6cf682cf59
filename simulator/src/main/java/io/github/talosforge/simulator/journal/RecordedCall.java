package io.github.talosforge.simulator.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call that was made.
 *
 * @param number its number, from 1
 * @param at when it came
 * @param took how long it took
 * @param caller who made it; empty when nobody was logged in
 * @param method the HTTP method
 * @param path the path below {@code /api2/json}, decoded
 * @param template the path template; the path itself when no operation fits it
 * @param parameters the parameters, without secrets
 * @param status the status of the answer; 0 when the connection was cut
 * @param reason why it failed; null when it did not
 * @param task the task that it started
 * @param faults the names of the rules that applied
 */
public record RecordedCall(
    long number,
    Instant at,
    Duration took,
    String caller,
    String method,
    String path,
    String template,
    Map<String, String> parameters,
    int status,
    @Nullable String reason,
    @Nullable String task,
    List<String> faults) {
  /** Copies map and list. */
  public RecordedCall {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    faults = List.copyOf(faults);
  }

  /**
   * Whether it was meant to change something. A login is not.
   *
   * @return whether it was
   */
  public boolean isWrite() {
    return !method.equals("GET") && !method.equals("HEAD") && !template.equals("/access/ticket");
  }

  /**
   * Whether it is a call of an operation.
   *
   * @param operation for example {@code POST /nodes/{node}/qemu/{vmid}/clone}
   * @return whether it is
   */
  public boolean isTo(String operation) {
    return operation.equals(method + " " + template);
  }

  /** One line for people. */
  @Override
  public String toString() {
    return number
        + " "
        + at
        + " "
        + method
        + " "
        + path
        + " "
        + parameters
        + " -> "
        + status
        + (reason == null ? "" : " " + reason)
        + (faults.isEmpty() ? "" : " " + faults);
  }
}
