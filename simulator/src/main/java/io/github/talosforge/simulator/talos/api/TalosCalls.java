package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.Talos;
import io.grpc.BindableService;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Function;

/** Carries calls out: inside of the world's lock, saved before they are answered. */
public final class TalosCalls {
  private final Talos talos;
  private final Runnable afterCall;

  /**
   * Calls to nodes.
   *
   * @param talos the nodes
   * @param afterCall what is done after each call and before its answer
   */
  public TalosCalls(Talos talos, Runnable afterCall) {
    this.talos = talos;
    this.afterCall = afterCall;
  }

  Talos talos() {
    return talos;
  }

  List<BindableService> services() {
    return List.of(
        new MachineApi(this),
        new StorageApi(this),
        new StateApi(this),
        new ClusterApi(this),
        new TimeApi(this),
        new ImageApi(this),
        new LifecycleApi(this));
  }

  /** What a call does, with the node and the caller. */
  <T> T run(Function<CallScope, T> body) {
    CallScope scope = CallScope.current();
    T result =
        talos
            .world()
            .locked(
                () -> {
                  talos.advance();
                  return body.apply(scope);
                });
    afterCall.run();
    return result;
  }

  /** One answer. */
  <A> void answer(StreamObserver<A> observer, Function<CallScope, A> body) {
    stream(observer, scope -> List.of(body.apply(scope)));
  }

  /** Several answers that are known at once. */
  <A> void stream(StreamObserver<A> observer, Function<CallScope, List<A>> body) {
    List<A> answers;
    try {
      answers = run(body);
    } catch (StatusRuntimeException e) {
      observer.onError(e);
      return;
    }
    answers.forEach(observer::onNext);
    observer.onCompleted();
  }

  static StatusRuntimeException failed(Status status, String text) {
    return status.withDescription(text).asRuntimeException();
  }
}
