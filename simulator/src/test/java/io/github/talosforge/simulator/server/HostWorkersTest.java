package io.github.talosforge.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HostWorkersTest {
  @Test
  void fourthCallOfAHostWaitsAndOtherHostsDoNot() throws InterruptedException {
    CountDownLatch three = new CountDownLatch(3);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch other = new CountDownLatch(1);
    CountDownLatch fourth = new CountDownLatch(1);
    AtomicInteger busy = new AtomicInteger();
    try (HostWorkers workers = new HostWorkers()) {
      for (int i = 0; i < 3; i++) {
        workers.execute(
            "pve1",
            () -> {
              busy.incrementAndGet();
              three.countDown();
              await(release);
            });
      }
      three.await();
      workers.execute(
          "pve1",
          () -> {
            busy.incrementAndGet();
            fourth.countDown();
          });
      workers.execute("pve2", other::countDown);
      other.await();
      assertThat(busy.get()).isEqualTo(3);
      release.countDown();
      fourth.await();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
