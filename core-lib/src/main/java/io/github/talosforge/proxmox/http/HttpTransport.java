package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.proxmox.CallQueue;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.redaction.Redaction;
import java.util.Optional;

/** Calls over HTTP: limits first, then resilience, then the wire. */
public final class HttpTransport implements ApiTransport {
  private final Counters counters = new Counters();
  private final Scheduler scheduler;
  private final Wire wire;
  private final CallQueue queue;
  private final ResilientCalls calls;
  private final TaskPoller poller;
  private volatile boolean closed;

  private HttpTransport(ProxmoxConnection connection, TransportParts parts) {
    Redaction redaction = redactionOf(connection.credentials());
    ServerErrors errors = new ServerErrors(connection.credentials(), redaction);
    scheduler = parts.scheduler();
    wire = new Wire(connection, parts.observers());
    queue = connection.queue();
    calls = new ResilientCalls(connection, parts, wire, errors, redaction, counters);
    poller = new TaskPoller(this, calls::poll, parts.scheduler(), errors);
  }

  /** Opens a transport; nothing is sent before the first call. */
  public static HttpTransport open(ProxmoxConnection connection) {
    return open(connection, TransportParts.real());
  }

  static HttpTransport open(ProxmoxConnection connection, TransportParts parts) {
    if (connection.trust() instanceof Trust.Insecure) {
      connection
          .warnings()
          .accept(
              "The certificate of "
                  + connection.endpoints().get(0)
                  + " is not checked: anybody on the way can read the credentials. Pin its"
                  + " fingerprint instead.");
    }
    return new HttpTransport(connection, parts);
  }

  private static Redaction redactionOf(ProxmoxCredentials credentials) {
    Redaction redaction = Redaction.opened();
    redaction.learn(credentials.secrets());
    return redaction;
  }

  @Override
  public JsonNode call(ApiRequest request) {
    CallQueue.Turn turn = take(request);
    try {
      return send(request);
    } finally {
      turn.leave();
    }
  }

  @Override
  public TaskHandle start(ApiRequest request) {
    return startIfNeeded(request)
        .orElseThrow(
            () ->
                ProxmoxException.of(
                        ErrorKind.PROTOCOL, request.summary() + " returned no task identifier.")
                    .request(request.summary())
                    .build());
  }

  @Override
  public Optional<TaskHandle> startIfNeeded(ApiRequest request) {
    CallQueue.Turn turn = take(request);
    Optional<TaskHandle> task = Optional.empty();
    try {
      task = taskIn(send(request)).map(upid -> poller.follow(upid, restart(request)));
      return task;
    } finally {
      task.ifPresentOrElse(
          handle -> {
            var unused = handle.completion().whenComplete((result, failure) -> turn.leave());
          },
          turn::leave);
    }
  }

  private CallQueue.Turn take(ApiRequest request) {
    return queue.take(request.summary(), request.slowHost(), request.copyStorage());
  }

  private Restart restart(ApiRequest request) {
    // The poller's thread sends it, for the reason of this one.
    Reason here = Reason.here();
    return new Restart(
        () -> here.get(() -> taskIn(answer(request))), calls.retries(request), counters);
  }

  private static Optional<Upid> taskIn(JsonNode data) {
    return Optional.of(data.asText()).filter(Upid::matches).map(Upid::parse);
  }

  private JsonNode send(ApiRequest request) {
    if (closed) {
      throw new IllegalStateException("the Proxmox client is closed");
    }
    counters.called(request);
    return answer(request);
  }

  private JsonNode answer(ApiRequest request) {
    JsonNode data = calls.call(request, this, poller::knows).path("data");
    return data.isMissingNode() ? NullNode.getInstance() : data;
  }

  @Override
  public TaskHandle follow(Upid upid) {
    return poller.follow(upid, Restart.NEVER);
  }

  @Override
  public ClientCounters counters() {
    return counters.snapshot();
  }

  @Override
  public Optional<ClockReading> clock() {
    return calls.clock();
  }

  @Override
  public void close() {
    closed = true;
    poller.close();
    scheduler.close();
    wire.close();
  }
}
