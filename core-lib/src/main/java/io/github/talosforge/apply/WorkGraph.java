package io.github.talosforge.apply;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Runs pieces of work that wait for each other, several at a time. One that fails takes those with
 * it that need it, and nobody else: what runs is left to finish, and what is independent goes on.
 */
final class WorkGraph {
  /**
   * One piece of work.
   *
   * @param id its name, unique in the graph
   * @param needs what must have been done before
   * @param follows what must have ended before, well or not
   * @param action what to do
   */
  record Work(String id, Set<String> needs, Set<String> follows, Runnable action) {
    Work {
      needs = Set.copyOf(needs);
      follows = Set.copyOf(follows);
    }
  }

  /** How a piece of work ended. */
  sealed interface Ending {
    /** It was done. */
    record Done() implements Ending {}

    /**
     * It failed.
     *
     * @param cause why
     */
    record Failed(RuntimeException cause) implements Ending {}

    /**
     * It was not begun.
     *
     * @param because the work that it needs, absent if the whole run was stopped
     */
    record Skipped(Optional<String> because) implements Ending {}
  }

  private final Map<String, Work> works = new LinkedHashMap<>();
  private final Map<String, CompletableFuture<Ending>> endings = new ConcurrentHashMap<>();
  private final Set<String> entered = new HashSet<>();
  private final BooleanSupplier stopped;
  private final BiConsumer<String, Ending> listener;

  private WorkGraph(
      List<Work> works, BooleanSupplier stopped, BiConsumer<String, Ending> listener) {
    works.forEach(work -> this.works.put(work.id(), work));
    this.stopped = stopped;
    this.listener = listener;
  }

  /**
   * Runs everything and waits for the end of it all.
   *
   * @param works the work
   * @param parallel how many at a time
   * @param stopped whether nothing new may begin any more
   * @param listener hears how each ended, as soon as it did
   * @return how each ended
   * @throws IllegalArgumentException if work waits for itself or for something unknown
   */
  static Map<String, Ending> run(
      List<Work> works,
      int parallel,
      BooleanSupplier stopped,
      BiConsumer<String, Ending> listener) {
    ExecutorService threads = Executors.newFixedThreadPool(parallel, threadNames());
    try {
      WorkGraph graph = new WorkGraph(works, stopped, listener);
      List<CompletableFuture<Ending>> endings =
          works.stream().map(work -> graph.ending(work.id(), threads)).toList();
      Map<String, Ending> ended = new LinkedHashMap<>();
      for (int index = 0; index < works.size(); index++) {
        ended.put(works.get(index).id(), endings.get(index).join());
      }
      return ended;
    } finally {
      threads.shutdown();
    }
  }

  private static ThreadFactory threadNames() {
    AtomicInteger number = new AtomicInteger();
    return action -> {
      Thread thread = new Thread(action, "talosforge-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  private CompletableFuture<Ending> ending(String id, ExecutorService threads) {
    CompletableFuture<Ending> known = endings.get(id);
    if (known != null) {
      return known;
    }
    Work work = works.get(id);
    if (work == null || !entered.add(id)) {
      throw new IllegalArgumentException("Work waits for itself or for something unknown: " + id);
    }
    CompletableFuture<?>[] before =
        Stream.concat(work.needs().stream(), work.follows().stream())
            .map(other -> ending(other, threads))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture<Ending> ending =
        CompletableFuture.allOf(before).thenApplyAsync(unused -> end(work), threads);
    endings.put(id, ending);
    return ending;
  }

  private Ending end(Work work) {
    Ending ending = attempt(work);
    listener.accept(work.id(), ending);
    return ending;
  }

  private boolean isDone(String id) {
    CompletableFuture<Ending> ending = endings.get(id);
    return ending != null && ending.join() instanceof Ending.Done;
  }

  private Ending attempt(Work work) {
    Optional<String> missing = work.needs().stream().filter(id -> !isDone(id)).sorted().findFirst();
    if (missing.isPresent() || stopped.getAsBoolean()) {
      return new Ending.Skipped(missing);
    }
    try {
      work.action().run();
      return new Ending.Done();
    } catch (CancellationException e) {
      return new Ending.Skipped(Optional.empty());
    } catch (RuntimeException e) {
      return new Ending.Failed(e);
    }
  }
}
