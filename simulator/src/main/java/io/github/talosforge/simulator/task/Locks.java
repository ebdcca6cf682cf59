package io.github.talosforge.simulator.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who holds which lock, and who waits for it, first come first served. */
final class Locks {
  private final Map<String, State> locks = new HashMap<>();

  private record Waiter(Worker worker, boolean shared) {}

  private static final class State {
    private boolean shared;
    private final List<Worker> holders = new ArrayList<>();
    private final Deque<Waiter> waiters = new ArrayDeque<>();

    boolean admits(boolean asShared) {
      return holders.isEmpty() || (shared && asShared);
    }
  }

  /** Takes the lock when it is free; a worker may take what it holds already. */
  boolean take(LockName lock, boolean shared, Worker worker) {
    State state = locks.computeIfAbsent(lock.name(), name -> new State());
    if (state.holders.contains(worker)) {
      return true;
    }
    if (!state.waiters.isEmpty() || !state.admits(shared)) {
      return false;
    }
    state.shared = shared;
    state.holders.add(worker);
    return true;
  }

  void await(LockName lock, boolean shared, Worker worker) {
    locks.computeIfAbsent(lock.name(), name -> new State()).waiters.add(new Waiter(worker, shared));
  }

  void giveUp(LockName lock, Worker worker) {
    State state = locks.get(lock.name());
    if (state != null) {
      state.waiters.removeIf(waiter -> waiter.worker() == worker);
    }
  }

  void release(LockName lock, Worker worker) {
    State state = locks.get(lock.name());
    if (state == null || !state.holders.remove(worker)) {
      return;
    }
    while (!state.waiters.isEmpty() && state.admits(state.waiters.element().shared())) {
      Waiter next = state.waiters.remove();
      state.shared = next.shared();
      state.holders.add(next.worker());
      next.worker().granted(lock);
    }
    if (state.holders.isEmpty() && state.waiters.isEmpty()) {
      locks.remove(lock.name());
    }
  }
}
