package io.github.talosforge.talos.grpc;

import com.google.protobuf.MessageLite;
import io.github.talosforge.audit.Write;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sends calls to one machine: deadline, repetition, counting, and errors in words. */
final class Calls {
  private static final int ATTEMPTS = 2;

  /** As much as one message may have; lists and the words of an installer have far less. */
  private static final long LONGEST_STREAM = Link.LARGEST_MESSAGE;

  /** What a message costs in frames, buffers and objects even if nothing is in it. */
  private static final int EMPTY_MESSAGE = 256;

  private final Link link;
  private final TalosConnection connection;
  private final Counters counters;
  private final StatusErrors errors;

  Calls(Link link, TalosConnection connection, Counters counters, TalosEndpoint endpoint) {
    this.link = link;
    this.connection = connection;
    this.counters = counters;
    this.errors = new StatusErrors(endpoint, link.handshake());
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

  /** Gives all that a stream brings. */
  <Q, A extends MessageLite> List<A> all(MethodDescriptor<Q, A> method, Q request) {
    return repeated(
        Verb.READ,
        method,
        (wire, options) -> {
          List<A> answers = new ArrayList<>();
          read(wire, options, method, request, LONGEST_STREAM, answers::add);
          return answers;
        });
  }

  /** Hands over what a change tells while it is carried out. */
  <Q, A extends MessageLite> void follow(
      MethodDescriptor<Q, A> method, Q request, Consumer<A> reader) {
    Boolean unused =
        repeated(
            Verb.TRANSFER,
            method,
            (wire, options) -> {
              read(wire, options, method, request, LONGEST_STREAM, reader);
              return true;
            });
  }

  /**
   * Hands over a stream that may be long: it has time as long as something comes, and is asked for
   * once.
   */
  <Q, A extends MessageLite> void pour(
      MethodDescriptor<Q, A> method, Q request, long longest, Consumer<A> reader) {
    counters.called(false);
    Link.Wire wire = link.wire();
    Sending sending = new Sending();
    try (Silence silence = new Silence(link.timer(), connection.readTimeout())) {
      CallOptions options = CallOptions.DEFAULT.withStreamTracerFactory(sending);
      try {
        silence.endsIt(
            () -> read(wire, options, method, request, longest, silence.heardBy(reader)));
      } catch (StatusRuntimeException e) {
        if (isBroken(e.getStatus(), sending)) {
          link.lost(wire);
        }
        throw silence.isOver()
            ? errors.silent(method, connection.readTimeout())
            : errors.of(Verb.READ, method, e, sending.begun());
      }
    }
  }

  /** A stream that is left before its end is cancelled, or the machine would go on sending. */
  private <Q, A extends MessageLite> void read(
      Link.Wire wire,
      CallOptions options,
      MethodDescriptor<Q, A> method,
      Q request,
      long longest,
      Consumer<A> reader) {
    try (Context.CancellableContext scope = Context.current().withCancellation()) {
      scope.run(
          () -> {
            long length = 0;
            Iterator<A> answers =
                ClientCalls.blockingServerStreamingCall(wire.channel(), method, options, request);
            while (answers.hasNext()) {
              A answer = answers.next();
              length += EMPTY_MESSAGE + answer.getSerializedSize();
              if (length > longest) {
                throw errors.endless(method, longest);
              }
              reader.accept(answer);
            }
          });
    }
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
      Instant at = Instant.now();
      try {
        A answer = exchange.with(wire, options(verb, sending));
        tell(verb, method, at, Write.Outcome.ACCEPTED);
        return answer;
      } catch (TalosException e) {
        if (sending.begun()) {
          tell(verb, method, at, Write.Outcome.UNKNOWN);
        }
        throw e;
      } catch (StatusRuntimeException e) {
        boolean broken = isBroken(e.getStatus(), sending);
        if (broken) {
          link.lost(wire);
        }
        if (attempt == ATTEMPTS || !broken || !isRepeatable(verb, sending, fresh)) {
          TalosException failure = errors.of(verb, method, e, sending.begun());
          if (sending.begun()) {
            boolean unknown = failure.outcomeUnknown();
            tell(verb, method, at, unknown ? Write.Outcome.UNKNOWN : Write.Outcome.REFUSED);
          }
          throw failure;
        }
        counters.retried();
      }
    }
  }

  private void tell(Verb verb, MethodDescriptor<?, ?> method, Instant at, Write.Outcome outcome) {
    if (verb.changes()) {
      String target = method.getFullMethodName() + " " + endpoint();
      connection
          .audit()
          .wrote(Write.of(at, Write.Receiver.TALOS, target, outcome, link.handshake().principal()));
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
