package io.github.talosforge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Why something is written: the operation that is under way and the step of it. It holds for the
 * thread that does the work; whoever goes on with the work on another thread takes it along:
 *
 * <pre>{@code
 * Reason here = Reason.here();
 * threads.submit(() -> here.get(() -> question.apply(node)));
 * }</pre>
 */
public final class Reason {
  private static final Reason NONE = new Reason(List.of());
  private static final ThreadLocal<Reason> HERE = ThreadLocal.withInitial(() -> NONE);

  private final List<String> steps;

  private Reason(List<String> steps) {
    this.steps = steps;
  }

  /** Returns the reason of this thread. */
  public static Reason here() {
    return HERE.get();
  }

  /**
   * Goes into detail.
   *
   * @param step what is under way for this reason, such as {@code create/worker-3}
   * @return the reason of that step
   */
  public Reason then(String step) {
    if (!steps.isEmpty() && steps.get(steps.size() - 1).equals(step)) {
      return this;
    }
    List<String> more = new ArrayList<>(steps);
    more.add(step);
    return new Reason(List.copyOf(more));
  }

  /**
   * Does work for this reason.
   *
   * @param work the work, done on this thread
   */
  public void run(Runnable work) {
    boolean unused =
        get(
            () -> {
              work.run();
              return true;
            });
  }

  /**
   * Does work for this reason.
   *
   * @param work the work, done on this thread
   * @param <T> what it returns
   * @return what it returns
   */
  public <T> T get(Supplier<T> work) {
    Reason before = HERE.get();
    HERE.set(this);
    try {
      return work.get();
    } finally {
      HERE.set(before);
    }
  }

  /** Returns the steps, the widest first, or nothing if nobody said why. */
  public Optional<String> words() {
    return steps.isEmpty() ? Optional.empty() : Optional.of(String.join(": ", steps));
  }
}
