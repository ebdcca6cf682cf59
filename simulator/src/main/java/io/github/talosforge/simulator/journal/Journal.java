package io.github.talosforge.simulator.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** The calls that were made, oldest first; the oldest are forgotten when there are too many. */
public final class Journal {
  private final int capacity;
  private final Deque<RecordedCall> calls = new ArrayDeque<>();
  private long count;

  /**
   * An empty journal.
   *
   * @param capacity how many calls it keeps
   */
  public Journal(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Writes a call down.
   *
   * @param call makes the call from its number
   */
  public synchronized void add(LongFunction<RecordedCall> call) {
    count++;
    calls.add(call.apply(count));
    if (calls.size() > capacity) {
      calls.remove();
    }
  }

  /**
   * How many calls were made, also those that are forgotten. Hand it to {@link #since} later.
   *
   * @return the count
   */
  public synchronized long count() {
    return count;
  }

  /**
   * All calls: the time line.
   *
   * @return the calls, oldest first
   */
  public synchronized List<RecordedCall> calls() {
    return List.copyOf(calls);
  }

  /**
   * The calls after a moment.
   *
   * @param mark what {@link #count} was at that moment
   * @return the calls, oldest first
   */
  public List<RecordedCall> since(long mark) {
    return calls().stream().filter(call -> call.number() > mark).toList();
  }

  /**
   * The calls of one operation.
   *
   * @param operation for example {@code POST /nodes/{node}/qemu/{vmid}/clone}
   * @return the calls, oldest first
   */
  public List<RecordedCall> callsTo(String operation) {
    return calls().stream().filter(call -> call.isTo(operation)).toList();
  }

  /**
   * The calls that were meant to change something; a login is not.
   *
   * @return the calls, oldest first
   */
  public List<RecordedCall> writes() {
    return calls().stream().filter(RecordedCall::isWrite).toList();
  }

  /**
   * The calls that only read.
   *
   * @return the calls, oldest first
   */
  public List<RecordedCall> reads() {
    return calls().stream().filter(call -> !call.isWrite()).toList();
  }

  /**
   * How often each operation was called.
   *
   * @return counts by method and path template
   */
  public Map<String, Long> countsByOperation() {
    return calls().stream()
        .collect(
            Collectors.groupingBy(
                call -> call.method() + " " + call.template(),
                TreeMap::new,
                Collectors.counting()));
  }

  /** Forgets all calls; the count goes on. */
  public synchronized void clear() {
    calls.clear();
  }
}
