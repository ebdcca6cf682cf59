package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.fault.ObservedCall;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.Talos;
import io.grpc.ForwardingServerCall;
import io.grpc.ForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Writes each call down and lets go wrong with it what shall. */
final class RpcRecorder {
  private final Talos talos;
  private final CallLog log;
  private final Executor executor;

  RpcRecorder(Talos talos, CallLog log, Executor executor) {
    this.talos = talos;
    this.log = log;
    this.executor = executor;
  }

  ServerInterceptor of(Machine machine, NodeDoor door) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return watch(machine, door, call, headers, next);
      }
    };
  }

  private <Q, A> ServerCall.Listener<Q> watch(
      Machine machine,
      NodeDoor door,
      ServerCall<Q, A> call,
      Metadata headers,
      ServerCallHandler<Q, A> next) {
    Entry entry = new Entry(machine, call);
    Faults.Due due = log.begin(entry.observed());
    entry.faults = due.names();
    if (entry.isOneAnswer) {
      door.began(entry.peer);
    }
    Fault before = due.instead(Fault.Side.BEFORE).orElse(null);
    Fault after = due.instead(Fault.Side.AFTER).orElse(null);
    Watched<Q, A> watched = new Watched<>(call, entry, door, before == null ? after : before);
    if (before != null) {
      watched.close(Status.UNKNOWN, new Metadata());
      return new ServerCall.Listener<>() {};
    }
    ServerCall.Listener<Q> listener = next.startCall(watched, headers);
    return delayed(ending(listener, watched), due.latency());
  }

  private static <Q> ServerCall.Listener<Q> ending(
      ServerCall.Listener<Q> listener, Watched<Q, ?> watched) {
    return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(listener) {
      @Override
      public void onCancel() {
        watched.cancelled();
        super.onCancel();
      }
    };
  }

  private <Q> ServerCall.Listener<Q> delayed(ServerCall.Listener<Q> listener, Duration latency) {
    if (latency.isZero()) {
      return listener;
    }
    Executor later =
        CompletableFuture.delayedExecutor(latency.toMillis(), TimeUnit.MILLISECONDS, executor);
    return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(listener) {
      @Override
      public void onHalfClose() {
        later.execute(super::onHalfClose);
      }
    };
  }

  /** An HTTP status of a rule as the code that gRPC has for it. */
  private static Status status(Fault.Failure failure) {
    Status status =
        switch (failure.status()) {
          case 400 -> Status.INVALID_ARGUMENT;
          case 401 -> Status.UNAUTHENTICATED;
          case 403 -> Status.PERMISSION_DENIED;
          case 404 -> Status.NOT_FOUND;
          case 409 -> Status.ALREADY_EXISTS;
          case 412 -> Status.FAILED_PRECONDITION;
          case 429 -> Status.RESOURCE_EXHAUSTED;
          case 501 -> Status.UNIMPLEMENTED;
          case 502, 503 -> Status.UNAVAILABLE;
          case 504 -> Status.DEADLINE_EXCEEDED;
          default -> Status.UNKNOWN;
        };
    return status.withDescription(failure.reason());
  }

  private static int http(Status status) {
    return switch (status.getCode()) {
      case OK -> 200;
      case INVALID_ARGUMENT, OUT_OF_RANGE -> 400;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, ABORTED -> 409;
      case FAILED_PRECONDITION -> 412;
      case RESOURCE_EXHAUSTED -> 429;
      case CANCELLED -> 499;
      case UNIMPLEMENTED -> 501;
      case UNAVAILABLE -> 503;
      case DEADLINE_EXCEEDED -> 504;
      case UNKNOWN, INTERNAL, DATA_LOSS -> 500;
    };
  }

  private final class Entry {
    private final Machine machine;
    private final String method;
    private final String caller;
    private final Instant at = talos.world().time().now();
    private final @Nullable SocketAddress peer;

    /** A node that goes down waits for its last answers, not for streams that never end. */
    private final boolean isOneAnswer;

    private List<String> faults = List.of();

    Entry(Machine machine, ServerCall<?, ?> call) {
      this.machine = machine;
      method = call.getMethodDescriptor().getFullMethodName();
      caller = String.join(",", RpcRouter.roles(call));
      peer = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      isOneAnswer = call.getMethodDescriptor().getType().serverSendsOneMessage();
    }

    private String verb() {
      return RpcRules.isRead(method) ? "GET" : "POST";
    }

    ObservedCall observed() {
      return new ObservedCall(verb(), "/" + method, Set.of(machine.vmid()), machine.vm().host());
    }

    void end(int status, @Nullable String reason) {
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("vmid", Integer.toString(machine.vmid()));
      Duration took = Duration.between(at, talos.world().time().now());
      log.journal()
          .add(
              number ->
                  new RecordedCall(
                      number,
                      at,
                      took,
                      caller,
                      verb(),
                      "/" + method,
                      "/" + method,
                      parameters,
                      status,
                      reason,
                      null,
                      faults));
    }
  }

  private static final class Watched<Q, A>
      extends ForwardingServerCall.SimpleForwardingServerCall<Q, A> {
    private final Entry entry;
    private final NodeDoor door;
    private final @Nullable Fault fault;
    private final AtomicBoolean ended = new AtomicBoolean();

    Watched(ServerCall<Q, A> call, Entry entry, NodeDoor door, @Nullable Fault fault) {
      super(call);
      this.entry = entry;
      this.door = door;
      this.fault = fault;
    }

    @Override
    public void sendMessage(A message) {
      if (fault == null) {
        super.sendMessage(message);
      }
    }

    void cancelled() {
      if (ended.compareAndSet(false, true)) {
        entry.end(http(Status.CANCELLED), "CANCELLED");
        leave();
      }
    }

    @Override
    public void close(Status status, Metadata trailers) {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      if (fault instanceof Fault.Reset) {
        entry.end(0, "connection reset");
        door.reset(entry.peer);
        return;
      }
      Status given = fault instanceof Fault.Failure failure ? status(failure) : status;
      String reason =
          given.isOk()
              ? null
              : given.getCode()
                  + Optional.ofNullable(given.getDescription()).map(t -> ": " + t).orElse("");
      entry.end(http(given), reason);
      super.close(given, trailers);
      leave();
    }

    private void leave() {
      if (entry.isOneAnswer) {
        door.ended(entry.peer);
      }
    }
  }
}
