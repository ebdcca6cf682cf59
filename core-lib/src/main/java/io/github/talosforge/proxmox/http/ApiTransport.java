package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.util.Optional;

/** Carries out calls of the API: credentials, retries, fail-over and limits are its business. */
public interface ApiTransport extends AutoCloseable {
  /**
   * Sends a call and waits for its answer.
   *
   * @return the {@code data} of the answer; {@code NullNode} if the answer has none
   * @throws ProxmoxException if the call failed
   */
  JsonNode call(ApiRequest request);

  /**
   * Sends a call that always starts a task.
   *
   * @return the task, which holds the places that the request takes until it ends
   * @throws ProxmoxException if the call failed or returned no task
   */
  TaskHandle start(ApiRequest request);

  /**
   * Sends a call that starts a task unless the work is done already when it returns.
   *
   * @return the task, or empty if the answer was {@code null}
   * @throws ProxmoxException if the call failed
   */
  Optional<TaskHandle> startIfNeeded(ApiRequest request);

  /** Follows a task that was started elsewhere. */
  TaskHandle follow(Upid upid);

  /** Tells what was sent so far. */
  ClientCounters counters();

  /** Tells the server's time of day as its last answer showed it. */
  Optional<ClockReading> clock();

  /** Stops the poller and drops all connections; tasks go on, their handles fail. */
  @Override
  void close();
}
