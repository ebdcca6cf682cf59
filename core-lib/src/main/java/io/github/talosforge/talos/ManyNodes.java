package io.github.talosforge.talos;

import io.github.talosforge.audit.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Asks several machines at the same time. */
public final class ManyNodes {
  private static final int AT_ONCE = 32;

  private ManyNodes() {}

  /**
   * Asks every machine the same and waits for all answers.
   *
   * @param nodes the machines
   * @param question what to ask
   * @param <N> what stands for a machine
   * @param <A> what it answers
   * @return the answers in the order of the machines
   * @throws RuntimeException the first failure, in the order of the machines
   */
  public static <N, A> List<A> ask(List<N> nodes, Function<N, A> question) {
    if (nodes.size() < 2) {
      return nodes.stream().map(question).toList();
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(AT_ONCE, nodes.size()), ManyNodes::daemon);
    try {
      List<Future<A>> asked = new ArrayList<>();
      Reason here = Reason.here();
      nodes.forEach(node -> asked.add(threads.submit(() -> here.get(() -> question.apply(node)))));
      List<A> answers = new ArrayList<>();
      for (Future<A> each : asked) {
        answers.add(answer(each));
      }
      return List.copyOf(answers);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <A> A answer(Future<A> asked) {
    try {
      return asked.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw TalosException.of(TalosException.Kind.INTERRUPTED, "", "", "The run was interrupted.")
          .cause(e)
          .build();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "talosforge-nodes");
    thread.setDaemon(true);
    return thread;
  }
}
