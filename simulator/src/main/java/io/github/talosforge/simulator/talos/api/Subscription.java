package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.Talos;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.function.Supplier;

/** A stream that goes on: after each change whatever is new is sent, until the caller goes. */
final class Subscription<A> {
  private final Talos talos;
  private final ServerCallStreamObserver<A> out;
  private final Supplier<List<A>> news;
  private final Runnable observer = this::send;

  private Subscription(Talos talos, ServerCallStreamObserver<A> out, Supplier<List<A>> news) {
    this.talos = talos;
    this.out = out;
    this.news = news;
  }

  /** Starts one; what is new is asked for inside of the world's lock. */
  static <A> void start(Talos talos, StreamObserver<A> out, Supplier<List<A>> news) {
    Subscription<A> subscription =
        new Subscription<>(talos, (ServerCallStreamObserver<A>) out, news);
    subscription.out.setOnCancelHandler(() -> talos.forget(subscription.observer));
    talos
        .world()
        .locked(
            () -> {
              talos.observe(subscription.observer);
              subscription.send();
              return true;
            });
  }

  private void send() {
    if (out.isCancelled()) {
      talos.forget(observer);
      return;
    }
    news.get().forEach(out::onNext);
  }
}
