package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Follows all tasks in flight together.
 *
 * <p>The first look comes 100 ms after a task began, and each further one after an eighth of the
 * time since then, so that the end of a short task is noticed soon; while many tasks run, the pause
 * doubles instead. It is never more than a second. Each look is one list of the cluster's tasks;
 * only what the list does not tell is asked of the host.
 */
final class TaskPoller implements AutoCloseable {
  static final Duration FIRST_LOOK = Duration.ofMillis(100);
  static final Duration SLOWEST = Duration.ofSeconds(1);

  private static final int MANY = 16;
  private static final int PART = 8;

  private static final Map<String, TaskState> REFUSED = new HashMap<>(0);

  private final Map<String, FollowedTask> inFlight = new ConcurrentHashMap<>();
  private final Set<String> busyHosts = ConcurrentHashMap.newKeySet();
  private final RecentTasks recent = new RecentTasks();
  private final Scheduler scheduler;
  private final TaskQueries queries;
  private final TaskLogReader logs;
  private final FollowedTask.Ending ending;
  private final ApiTransport transport;
  private volatile boolean clusterListRefused;

  private final Object timing = new Object();
  private Duration pause = FIRST_LOOK;
  private long lastBegan;
  private long nextLook = Long.MAX_VALUE;
  private int generation;

  TaskPoller(
      ApiTransport transport,
      Function<ApiRequest, JsonNode> poll,
      Scheduler scheduler,
      ServerErrors errors) {
    this.transport = transport;
    this.scheduler = scheduler;
    this.queries = new TaskQueries(poll);
    this.logs = new TaskLogReader(queries, scheduler, inFlight.values());
    this.ending = new FollowedTask.Ending(queries, errors, scheduler, this::add, this::remove);
  }

  /** Follows a task; the same task is followed once, however often it is asked for. */
  TaskHandle follow(Upid upid, Restart restart) {
    recent.add(upid);
    FollowedTask task =
        inFlight.computeIfAbsent(
            upid.text(), text -> new FollowedTask(upid, transport, logs, ending, restart));
    lookSoon();
    return task;
  }

  private void add(FollowedTask task) {
    recent.add(task.upid());
    inFlight.put(task.upid().text(), task);
    lookSoon();
  }

  private void remove(FollowedTask task) {
    inFlight.remove(task.upid().text());
  }

  /** Tells whether this client got to know the task before. */
  boolean knows(Upid upid) {
    return recent.contains(upid);
  }

  private void lookSoon() {
    synchronized (timing) {
      pause = FIRST_LOOK;
      lastBegan = scheduler.nanos();
      if (scheduler.nanos() + FIRST_LOOK.toNanos() < nextLook) {
        scheduleLook();
      }
    }
  }

  private void scheduleLook() {
    int mine = ++generation;
    nextLook = scheduler.nanos() + pause.toNanos();
    scheduler.schedule(pause, () -> lookIfStill(mine));
  }

  private void lookIfStill(int wanted) {
    synchronized (timing) {
      if (wanted != generation) {
        return;
      }
      // While looking, nobody else schedules a look, however long the answer takes.
      nextLook = Long.MIN_VALUE;
    }
    try {
      look();
    } finally {
      synchronized (timing) {
        nextLook = Long.MAX_VALUE;
        if (!inFlight.isEmpty()) {
          pause = nextPause();
          scheduleLook();
        }
      }
    }
  }

  private Duration nextPause() {
    Duration wanted =
        inFlight.size() < MANY
            ? Duration.ofNanos((scheduler.nanos() - lastBegan) / PART)
            : pause.multipliedBy(2);
    if (wanted.compareTo(FIRST_LOOK) < 0) {
      return FIRST_LOOK;
    }
    return wanted.compareTo(SLOWEST) < 0 ? wanted : SLOWEST;
  }

  private void look() {
    Collection<FollowedTask> left = List.copyOf(inFlight.values());
    if (!clusterListRefused) {
      left = settle(left, this::clusterList);
    }
    left.stream()
        .collect(Collectors.groupingBy(task -> task.upid().node()))
        .forEach(this::lookAtHost);
  }

  private Map<String, TaskState> clusterList() {
    Map<String, TaskState> states = unlessRefused(queries::cluster);
    clusterListRefused = states == REFUSED;
    return states;
  }

  /** A list that this user may not read tells nothing, but the next question may be allowed. */
  private static Map<String, TaskState> unlessRefused(Supplier<Map<String, TaskState>> list) {
    try {
      return list.get();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.PERMISSION || e.kind() == ErrorKind.NOT_IMPLEMENTED) {
        return REFUSED;
      }
      throw e;
    }
  }

  /** A host that does not answer keeps a thread, but not the tasks of the other hosts. */
  private void lookAtHost(String host, List<FollowedTask> tasks) {
    if (busyHosts.add(host)) {
      scheduler.schedule(
          Duration.ZERO,
          () -> {
            try {
              askHost(host, tasks);
            } finally {
              busyHosts.remove(host);
            }
          });
    }
  }

  private void askHost(String host, List<FollowedTask> tasks) {
    Collection<FollowedTask> left = tasks;
    if (left.size() > TaskQueries.FEW) {
      left = settle(left, () -> unlessRefused(() -> queries.active(host)));
    }
    if (left.size() > TaskQueries.FEW) {
      left = settle(left, () -> unlessRefused(() -> queries.finishedSince(host, earliest(tasks))));
    }
    left.stream().limit(TaskQueries.MANY).forEach(this::settleOne);
  }

  private static long earliest(List<FollowedTask> tasks) {
    return tasks.stream()
        .mapToLong(task -> task.upid().started().getEpochSecond())
        .min()
        .orElseThrow();
  }

  /** Ends what the list says has ended, and gives the tasks that the list does not hold. */
  private static Collection<FollowedTask> settle(
      Collection<FollowedTask> tasks, Supplier<Map<String, TaskState>> list) {
    Map<String, TaskState> states;
    try {
      states = list.get();
    } catch (ProxmoxException e) {
      tasks.forEach(task -> task.couldNotLook(e));
      return List.of();
    }
    tasks.forEach(
        task -> {
          TaskState state = states.get(task.upid().text());
          if (state != null) {
            task.saw(state);
          }
        });
    return tasks.stream().filter(task -> !states.containsKey(task.upid().text())).toList();
  }

  private void settleOne(FollowedTask task) {
    try {
      task.saw(queries.state(task.upid()));
    } catch (ProxmoxException e) {
      task.couldNotLook(e);
    }
  }

  @Override
  public void close() {
    inFlight.values().forEach(FollowedTask::abandon);
    inFlight.clear();
  }
}
