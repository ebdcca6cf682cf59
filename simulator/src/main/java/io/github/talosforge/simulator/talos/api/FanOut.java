package io.github.talosforge.simulator.talos.api;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.WireFormat;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One call for several nodes. Their answers become one whose messages carry the node in their
 * metadata; a node that fails has a message with its error, and the call itself succeeds.
 */
final class FanOut<Q, A> {
  private final ServerCall<Q, A> call;
  private final Metadata headers;
  private final List<ServerCall.Listener<Q>> listeners = new ArrayList<>();
  private final List<ByteString> merged = new ArrayList<>();
  private int open;
  private boolean sentHeaders;

  FanOut(ServerCall<Q, A> call, Metadata headers, int targets) {
    this.call = call;
    this.headers = headers;
    open = targets;
  }

  private boolean isStream() {
    return !call.getMethodDescriptor().getType().serverSendsOneMessage();
  }

  void to(String node, Supplier<Context> scope, ServerCallHandler<Q, A> next) {
    try {
      Context context = scope.get();
      Context previous = context.attach();
      try {
        listeners.add(new Attached<>(context, next.startCall(new Part(node), headers)));
      } finally {
        context.detach(previous);
      }
    } catch (StatusRuntimeException e) {
      new Part(node).close(e.getStatus(), new Metadata());
    }
  }

  ServerCall.Listener<Q> listener() {
    call.request(2);
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(Q message) {
        listeners.forEach(listener -> listener.onMessage(message));
      }

      @Override
      public void onHalfClose() {
        listeners.forEach(ServerCall.Listener::onHalfClose);
      }

      @Override
      public void onCancel() {
        listeners.forEach(ServerCall.Listener::onCancel);
      }
    };
  }

  private synchronized void answer(String node, A message) {
    byte[] bytes = ((MessageLite) message).toByteArray();
    ByteString named = metadata(node, Status.OK);
    if (isStream()) {
      send(ByteString.copyFrom(bytes).concat(named));
    } else {
      elements(bytes).forEach(element -> merged.add(element.concat(named)));
    }
  }

  private synchronized void finish(String node, Status status) {
    if (!status.isOk()) {
      ByteString failure = metadata(node, status);
      if (isStream()) {
        send(failure);
      } else {
        merged.add(failure);
      }
    }
    open--;
    if (open == 0) {
      if (!isStream()) {
        send(wrapped());
      }
      call.close(Status.OK, new Metadata());
    }
  }

  private void send(ByteString message) {
    if (!sentHeaders) {
      sentHeaders = true;
      call.sendHeaders(new Metadata());
    }
    call.sendMessage(call.getMethodDescriptor().parseResponse(message.newInput()));
  }

  private ByteString wrapped() {
    ByteString.Output out = ByteString.newOutput();
    CodedOutputStream coded = CodedOutputStream.newInstance(out);
    try {
      for (ByteString element : merged) {
        coded.writeBytes(1, element);
      }
      coded.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot merge answers", e);
    }
    return out.toByteString();
  }

  /** The field {@code metadata} that every message has as its first. */
  private static ByteString metadata(String node, Status status) {
    var metadata =
        io.github.talosforge.simulator.talos.protocol.common.Metadata.newBuilder()
            .setHostname(node);
    if (!status.isOk()) {
      String text = String.valueOf(status.getDescription());
      metadata
          .setError("rpc error: code = " + codeName(status) + " desc = " + text)
          .setStatus(
              io.github.talosforge.simulator.talos.protocol.google.rpc.Status.newBuilder()
                  .setCode(status.getCode().value())
                  .setMessage(text));
    }
    ByteString.Output out = ByteString.newOutput();
    CodedOutputStream coded = CodedOutputStream.newInstance(out);
    try {
      coded.writeMessage(1, metadata.build());
      coded.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write metadata", e);
    }
    return out.toByteString();
  }

  /** A code as Go writes it: NotFound, not NOT_FOUND. */
  private static String codeName(Status status) {
    StringBuilder name = new StringBuilder();
    for (String word : status.getCode().name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(java.util.Locale.ROOT));
    }
    return name.toString();
  }

  private static List<ByteString> elements(byte[] bytes) {
    List<ByteString> elements = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) == 1) {
          elements.add(in.readBytes());
        } else {
          in.skipField(tag);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read an answer", e);
    }
    return elements;
  }

  /** One node's part of the call. */
  private final class Part extends ServerCall<Q, A> {
    private final String node;

    Part(String node) {
      this.node = node;
    }

    @Override
    public void request(int messages) {}

    @Override
    public void sendHeaders(Metadata ignored) {}

    @Override
    public void sendMessage(A message) {
      answer(node, message);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      finish(node, status);
    }

    @Override
    public boolean isCancelled() {
      return call.isCancelled();
    }

    @Override
    public Attributes getAttributes() {
      return call.getAttributes();
    }

    @Override
    public MethodDescriptor<Q, A> getMethodDescriptor() {
      return call.getMethodDescriptor();
    }
  }

  /** Runs a listener inside of its node's context. */
  private static final class Attached<Q> extends ServerCall.Listener<Q> {
    private final Context context;
    private final ServerCall.Listener<Q> listener;

    Attached(Context context, ServerCall.Listener<Q> listener) {
      this.context = context;
      this.listener = listener;
    }

    @Override
    public void onMessage(Q message) {
      context.run(() -> listener.onMessage(message));
    }

    @Override
    public void onHalfClose() {
      context.run(listener::onHalfClose);
    }

    @Override
    public void onCancel() {
      context.run(listener::onCancel);
    }
  }
}
