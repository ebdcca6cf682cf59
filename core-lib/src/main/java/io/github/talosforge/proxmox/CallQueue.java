package io.github.talosforge.proxmox;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where calls wait for one of the few places for slow work on each host and for full copies to each
 * storage.
 *
 * <p>Clients that share a queue share its places: several clusters on the same Proxmox ask no more
 * of a host or a storage than one of them does.
 */
public final class CallQueue {
  private final ClientLimits limits;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Condition changed = lock.newCondition();
  private final Map<Place, Integer> taken = new HashMap<>();
  private final Set<String> ownOfEachHost = ConcurrentHashMap.newKeySet();
  private boolean closed;

  /**
   * Opens a queue.
   *
   * @param limits how many places there are, and how long a call may wait for one
   */
  public CallQueue(ClientLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns how many places there are.
   *
   * @return the limits
   */
  public ClientLimits limits() {
    return limits;
  }

  /**
   * Tells of storages that each host has for itself: those of the same name on two hosts are two.
   * Any other storage is taken for a shared one.
   *
   * @param names their names
   */
  public void separate(Collection<String> names) {
    ownOfEachHost.addAll(names);
  }

  /** Lets no further call in; those that wait are cancelled, those that were let in go on. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until there is a place everywhere a call needs one, and takes them together, so that
   * nobody waits in a circle.
   *
   * @param call the call, for the message of a failure
   * @param host the host that works on it, if that takes long
   * @param storage the storage that it copies to, if it does
   * @return what the call occupies until it leaves
   * @throws ProxmoxException if there was no place all the time, or the thread was interrupted
   * @throws CancellationException if the queue was closed
   */
  public Turn take(RequestSummary call, Optional<String> host, Optional<String> storage) {
    List<Place> places =
        Stream.concat(
                storage
                    .map(name -> new Place(named(name, host), limits.fullClonesPerStorage()))
                    .stream(),
                host.map(name -> new Place("host " + name, limits.slowCallsPerHost())).stream())
            .toList();
    lock.lock();
    try {
      awaitAll(call, places);
      places.forEach(place -> taken.merge(place, 1, Integer::sum));
      return new Turn(places);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(call, ErrorKind.INTERRUPTED, "the thread was interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  private String named(String storage, Optional<String> host) {
    return "storage "
        + storage
        + host.filter(known -> ownOfEachHost.contains(storage)).map(" on "::concat).orElse("");
  }

  private void awaitAll(RequestSummary call, List<Place> places) throws InterruptedException {
    long left = limits.queueTime().toNanos();
    for (Optional<Place> busy = busy(places); busy.isPresent(); busy = busy(places)) {
      refuseIfClosed(places);
      if (left <= 0) {
        String reason =
            "%s was busy with %d other tasks of this client all the time (%s)"
                .formatted(busy.get().name(), busy.get().size(), limits.queueTime());
        throw failure(call, ErrorKind.TIMEOUT, reason, null);
      }
      left = changed.awaitNanos(left);
    }
    refuseIfClosed(places);
  }

  private Optional<Place> busy(List<Place> places) {
    return places.stream()
        .filter(place -> taken.getOrDefault(place, 0) >= place.size())
        .findFirst();
  }

  /** Calls that need no place are none of the queue's business, even then. */
  private void refuseIfClosed(List<Place> places) {
    if (closed && !places.isEmpty()) {
      throw new CancellationException("The queue of calls was closed");
    }
  }

  private static ProxmoxException failure(
      RequestSummary call, ErrorKind kind, String reason, @Nullable Throwable cause) {
    return ProxmoxException.of(kind, call + " was not sent: " + reason + ".")
        .request(call)
        .cause(cause)
        .build();
  }

  private void leave(List<Place> places) {
    lock.lock();
    try {
      places.forEach(place -> taken.computeIfPresent(place, (key, count) -> count - 1));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The places of one call. */
  public final class Turn {
    private List<Place> places;

    private Turn(List<Place> places) {
      this.places = places;
    }

    /** Gives the places back, once. */
    public synchronized void leave() {
      CallQueue.this.leave(places);
      places = List.of();
    }
  }

  private record Place(String name, int size) {}
}
