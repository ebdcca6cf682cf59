package io.github.talosforge.talos;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A service that answers with bytes, whether they are a message or not. */
public final class RawService implements BindableService {
  private final ServiceDescriptor service;
  private final Map<String, byte[]> answers = new ConcurrentHashMap<>();

  public RawService(ServiceDescriptor service) {
    this.service = service;
  }

  public void answer(MethodDescriptor<?, ?> method, byte[] bytes) {
    answers.put(method.getFullMethodName(), bytes);
  }

  @Override
  public ServerServiceDefinition bindService() {
    ServerServiceDefinition.Builder calls = ServerServiceDefinition.builder(service.getName());
    service.getMethods().stream()
        .filter(method -> method.getType() == MethodDescriptor.MethodType.UNARY)
        .forEach(
            method ->
                calls.addMethod(
                    method.toBuilder(new Bytes(), new Bytes()).build(),
                    ServerCalls.asyncUnaryCall(
                        (request, to) -> {
                          to.onNext(answers.getOrDefault(method.getFullMethodName(), new byte[0]));
                          to.onCompleted();
                        })));
    return calls.build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
