package io.github.talosforge.simulator.world;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is being done right now, and where: tasks on hosts, copies on storages. */
public final class Activities {
  /** What fills a volume with data, whatever task it is part of. */
  public static final String COPY = "copy";

  private final Map<Activity, Integer> underWay = new HashMap<>();
  private final List<HighWaterMark> marks = new CopyOnWriteArrayList<>();

  private record Activity(String kind, String place) {}

  /**
   * Something begins.
   *
   * @param kind the type of a task, such as {@code qmclone}, or {@link #COPY}
   * @param place a host, or a storage
   */
  public synchronized void begins(String kind, String place) {
    underWay.merge(new Activity(kind, place), 1, Integer::sum);
    marks.forEach(mark -> mark.rises(kind, place, 1));
  }

  /**
   * Something that began has ended.
   *
   * @param kind as it began
   * @param place where it began
   */
  public synchronized void ends(String kind, String place) {
    underWay.computeIfPresent(
        new Activity(kind, place), (key, count) -> count == 1 ? null : count - 1);
    marks.forEach(mark -> mark.falls(kind, place));
  }

  /**
   * Keeps from now on how much of something was done at once, at most; what runs already counts.
   *
   * @param kinds which activities, counted together
   * @return the mark
   */
  public synchronized HighWaterMark mark(Set<String> kinds) {
    HighWaterMark mark = new HighWaterMark(kinds);
    underWay.forEach((activity, count) -> mark.rises(activity.kind(), activity.place(), count));
    marks.add(mark);
    return mark;
  }

  /** The most that was done at one place at the same time. */
  public static final class HighWaterMark {
    private final Set<String> kinds;
    private final Map<String, Integer> now = new TreeMap<>();
    private final Map<String, Integer> most = new TreeMap<>();

    private HighWaterMark(Set<String> kinds) {
      this.kinds = Set.copyOf(kinds);
    }

    private synchronized void rises(String kind, String place, int count) {
      if (kinds.contains(kind)) {
        most.merge(place, now.merge(place, count, Integer::sum), Math::max);
      }
    }

    private synchronized void falls(String kind, String place) {
      if (kinds.contains(kind)) {
        now.merge(place, -1, Integer::sum);
      }
    }

    /**
     * How much it was at each place where there was any.
     *
     * @return by host, or by storage: {@code ceph} where it is shared, else {@code pve1:local-zfs}
     */
    public synchronized Map<String, Integer> byPlace() {
      return new TreeMap<>(most);
    }
  }
}
