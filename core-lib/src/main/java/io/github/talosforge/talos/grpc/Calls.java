package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sends calls to one machine: deadline, repetition, counting, and errors in words. */
final class Calls {
  private static final int ATTEMPTS = 2;

  private final Link link;
  private final TalosConnection connection;
  private final Counters counters;
  private final StatusErrors errors;

  Calls(Link link, TalosConnection connection, Counters counters, TalosEndpoint endpoint) {
    this.link = link;
    this.connection = connection;
    this.counters = counters;
    this.errors = new StatusErrors(endpoint);
  }

  TalosEndpoint endpoint() {
    return errors.endpoint();
  }

  <Q, A> A unary(Verb verb, MethodDescriptor<Q, A> method, Q request) {
    return repeated(
        verb,
        method,
        (wire, options) -> ClientCalls.blockingUnaryCall(wire.channel(), method, options, request));
  }

  /** Hands over what a stream brings; a reader must not mind to hear its beginning twice. */
  <Q, A> void stream(Verb verb, MethodDescriptor<Q, A> method, Q request, Consumer<A> reader) {
    Boolean unused =
        repeated(
            verb,
            method,
            (wire, options) -> {
              Iterator<A> answers =
                  ClientCalls.blockingServerStreamingCall(wire.channel(), method, options, request);
              answers.forEachRemaining(reader);
              return true;
            });
  }

  private interface Exchange<A> {
    A with(Link.Wire wire, CallOptions options);
  }

  private <A> A repeated(Verb verb, MethodDescriptor<?, ?> method, Exchange<A> exchange) {
    counters.called(verb.changes());
    for (int attempt = 1; ; attempt++) {
      boolean fresh = !link.isOpen();
      Link.Wire wire = link.wire();
      Sending sending = new Sending();
      try {
        return exchange.with(wire, options(verb, sending));
      } catch (StatusRuntimeException e) {
        boolean broken = isBroken(e.getStatus(), sending);
        if (broken) {
          link.lost(wire);
        }
        if (attempt == ATTEMPTS || !broken || !isRepeatable(verb, sending, fresh)) {
          throw errors.of(verb, method, e, sending.begun());
        }
        counters.retried();
      }
    }
  }

  private CallOptions options(Verb verb, Sending sending) {
    Duration timeout =
        switch (verb) {
          case READ -> connection.readTimeout();
          case CHANGE -> connection.writeTimeout();
          case TRANSFER -> connection.transferTimeout();
        };
    return CallOptions.DEFAULT
        .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
        .withStreamTracerFactory(sending);
  }

  private static boolean isBroken(Status status, Sending sending) {
    return status.getCode() == Status.Code.UNAVAILABLE
        || (status.getCode() == Status.Code.DEADLINE_EXCEEDED && !sending.begun());
  }

  /**
   * A read is sent again when the connection broke under it; anything is when an old connection
   * took nothing. A new connection that could not be made at all is not tried twice.
   */
  private static boolean isRepeatable(Verb verb, Sending sending, boolean fresh) {
    return sending.begun() ? !verb.changes() : !fresh;
  }

  /** Knows whether a call got as far as a connection, and so may have reached the machine. */
  private static final class Sending extends ClientStreamTracer.Factory {
    private volatile boolean begun;

    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata headers) {
      return new ClientStreamTracer() {
        @Override
        public void streamCreated(Attributes transport, Metadata metadata) {
          begun = true;
        }
      };
    }

    boolean begun() {
      return begun;
    }
  }

  /** Reports something that a stream said, rather than a status. */
  TalosException refused(MethodDescriptor<?, ?> method, String words) {
    return errors.refused(method, words);
  }
}
