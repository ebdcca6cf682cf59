package io.github.talosforge.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.apply.WorkGraph.Ending;
import io.github.talosforge.apply.WorkGraph.Work;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WorkGraphTest {
  private final ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();

  private Work work(String id, Set<String> needs, Set<String> follows) {
    return new Work(id, needs, follows, () -> done.add(id));
  }

  private Work failing(String id) {
    return new Work(
        id,
        Set.of(),
        Set.of(),
        () -> {
          throw new IllegalStateException(id + " broke");
        });
  }

  @Test
  void workBeginsAfterWhatItNeeds() {
    WorkGraph.run(
        List.of(
            work("template", Set.of(), Set.of()),
            work("node", Set.of("template"), Set.of()),
            work("start", Set.of("node"), Set.of())),
        8,
        () -> false,
        (id, ending) -> {});

    assertThat(done).containsExactly("template", "node", "start");
  }

  @Test
  void aFailureSkipsOnlyWhatNeedsIt() {
    Map<String, Ending> endings =
        WorkGraph.run(
            List.of(
                failing("a"),
                work("needsA", Set.of("a"), Set.of()),
                work("needsNeedsA", Set.of("needsA"), Set.of()),
                work("followsA", Set.of(), Set.of("a")),
                work("other", Set.of(), Set.of())),
            2,
            () -> false,
            (id, ending) -> {});

    assertThat(done).containsExactlyInAnyOrder("followsA", "other");
    assertThat(endings.get("a")).isInstanceOf(Ending.Failed.class);
    assertThat(endings.get("needsA")).isEqualTo(new Ending.Skipped(Optional.of("a")));
    assertThat(endings.get("needsNeedsA")).isEqualTo(new Ending.Skipped(Optional.of("needsA")));
  }

  @Test
  void independentWorkRunsAtTheSameTime() {
    CountDownLatch both = new CountDownLatch(2);
    Runnable meet =
        () -> {
          both.countDown();
          try {
            both.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };

    Map<String, Ending> endings =
        WorkGraph.run(
            List.of(
                new Work("a", Set.of(), Set.of(), meet), new Work("b", Set.of(), Set.of(), meet)),
            2,
            () -> false,
            (id, ending) -> {});

    assertThat(endings.values()).allMatch(Ending.Done.class::isInstance);
  }

  @Test
  void afterAStopNothingNewBegins() {
    AtomicBoolean stop = new AtomicBoolean();
    Map<String, Ending> endings =
        WorkGraph.run(
            List.of(
                new Work("a", Set.of(), Set.of(), () -> stop.set(true)),
                work("b", Set.of("a"), Set.of())),
            1,
            stop::get,
            (id, ending) -> {});

    assertThat(endings)
        .containsEntry("a", new Ending.Done())
        .containsEntry("b", new Ending.Skipped(Optional.empty()));
    assertThat(done).isEmpty();
  }

  @Test
  void aCircleCannotBeWritten() {
    assertThatThrownBy(
            () ->
                WorkGraph.run(
                    List.of(work("a", Set.of("b"), Set.of()), work("b", Set.of(), Set.of("a"))),
                    1,
                    () -> false,
                    (id, ending) -> {}))
        .hasMessageContaining("waits for itself");
  }
}
