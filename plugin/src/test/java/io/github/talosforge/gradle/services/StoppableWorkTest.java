package io.github.talosforge.gradle.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StoppableWorkTest {
  private final CountDownLatch stopped = new CountDownLatch(1);

  @Test
  void anInterruptAsksTheWorkToStopAndItsEndIsAwaited() {
    Thread caller = Thread.currentThread();

    String result =
        StoppableWork.run(
            () -> {
              caller.interrupt();
              stopped.await();
              return "what was begun is done";
            },
            stopped::countDown);

    assertThat(result).isEqualTo("what was begun is done");
    assertThat(Thread.interrupted()).as("results can still be written").isFalse();
  }

  @Test
  void anInterruptBeforeItsBeginningCountsToo() {
    Thread.currentThread().interrupt();

    long left = StoppableWork.run(stopped::getCount, stopped::countDown);

    assertThat(left).isZero();
  }

  @Test
  void failuresAreThrownAsTheyAre() {
    IllegalArgumentException failure = new IllegalArgumentException("no");

    assertThatThrownBy(
            () ->
                StoppableWork.run(
                    () -> {
                      throw failure;
                    },
                    stopped::countDown))
        .isSameAs(failure);
  }
}
