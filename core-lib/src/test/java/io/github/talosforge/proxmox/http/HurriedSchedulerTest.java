package io.github.talosforge.proxmox.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that use it wait less, but nothing has less time on a slow machine. */
class HurriedSchedulerTest {
  private final List<String> asked = new ArrayList<>();
  private final HurriedScheduler hurried = new HurriedScheduler(new Asked());

  private final class Asked implements Scheduler {
    @Override
    public long nanos() {
      return 7;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public void pause(Duration time) {
      asked.add("pause " + time);
    }

    @Override
    public void schedule(Duration delay, Runnable work) {
      asked.add("schedule " + delay);
    }

    @Override
    public boolean await(CompletableFuture<?> future, Duration timeout) {
      asked.add("await " + timeout);
      return true;
    }

    @Override
    public void close() {
      asked.add("close");
    }
  }

  @Test
  void pausesAreShortAndDeadlinesAreNot() throws InterruptedException {
    hurried.pause(Duration.ofSeconds(20));
    hurried.schedule(Duration.ofSeconds(20), () -> {});

    assertThat(hurried.await(new CompletableFuture<>(), Duration.ofSeconds(20))).isTrue();
    assertThat(hurried.nanos()).isEqualTo(7);
    assertThat(hurried.now()).isEqualTo(Instant.EPOCH);
    assertThat(asked).containsExactly("pause PT1S", "schedule PT1S", "await PT20S");
  }
}
