package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Page;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.task.Workers;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tasks: lists, status, log, abort. A caller sees its own, and a user those of its tokens. */
public final class TaskCalls {
  private static final int RECENT = 25;
  private static final Pattern UPID =
      Pattern.compile(
          "UPID:[a-zA-Z0-9](?:[a-zA-Z0-9\\-]*[a-zA-Z0-9])?:[0-9A-Fa-f]{8}:[0-9A-Fa-f]{8,9}"
              + ":[0-9A-Fa-f]{8}:[^:\\s/]+:[^:\\s/]*:[^:\\s/]+:");

  private final World world;
  private final Workers workers;

  public TaskCalls(World world, Workers workers) {
    this.world = world;
    this.workers = workers;
  }

  /** The operations. */
  public List<Operation> operations() {
    String tasks = "/nodes/{node}/tasks";
    return List.of(
        new Operation("GET", "/cluster/tasks", Set.of(), this::recent),
        new Operation(
            "GET",
            tasks,
            Set.of(
                "vmid",
                "typefilter",
                "since",
                "until",
                "source",
                "errors",
                "limit",
                "start",
                "statusfilter",
                "userfilter"),
            this::list),
        new Operation("GET", tasks + "/{upid}/status", Set.of(), this::status),
        new Operation("GET", tasks + "/{upid}/log", Set.of("start", "limit"), this::log),
        new Operation("DELETE", tasks + "/{upid}", Set.of(), this::abort));
  }

  private static boolean owns(Principal principal, Task task) {
    return task.user().equals(principal.id())
        || (principal.token() == null && task.user().startsWith(principal.user() + "!"));
  }

  private static boolean sees(Principal principal, Task task) {
    return owns(principal, task) || principal.has("/nodes/" + task.node(), "Sys.Audit");
  }

  private static JsonObject entry(Task task) {
    int mark = task.user().indexOf('!');
    return new JsonObject()
        .with("upid", task.upid())
        .with("node", task.node())
        .with("pid", task.pid())
        .with("pstart", task.pstart())
        .with("starttime", task.startTime())
        .with("type", task.type())
        .with("id", task.id())
        .with("user", mark < 0 ? task.user() : task.user().substring(0, mark))
        .with("tokenid", mark < 0 ? null : task.user().substring(mark + 1));
  }

  private static JsonObject listed(Task task) {
    return entry(task)
        .with("endtime", task.isRunning() ? null : task.endTime())
        .with("status", task.exitStatus());
  }

  private List<Task> newestFirst() {
    List<Task> tasks = new ArrayList<>(world.tasks().values());
    Collections.reverse(tasks);
    return tasks;
  }

  private List<Map<String, Object>> recent(ApiCall call) {
    return newestFirst().stream()
        .filter(task -> sees(call.principal(), task))
        .limit(RECENT)
        .map(TaskCalls::broadcast)
        .toList();
  }

  /** What hosts tell each other of a task; of an ended one, that its status is on disk. */
  private static Map<String, Object> broadcast(Task task) {
    Map<String, Object> entry = listed(task).with("saved", task.isRunning() ? null : "1").map();
    entry.keySet().removeAll(Set.of("pid", "pstart"));
    return entry;
  }

  private Object list(ApiCall call) {
    List<Task> all =
        newestFirst().stream()
            .filter(task -> task.node().equals(call.path("node")))
            .filter(task -> sees(call.principal(), task))
            .filter(task -> fits(call, task))
            .toList();
    List<Map<String, Object>> page =
        all.stream()
            .skip(call.number("start", 0))
            .limit(call.number("limit", 50))
            .map(task -> listed(task).with("status", shown(task)).map())
            .toList();
    return all.isEmpty() ? page : new Page(page, all.size());
  }

  private static String shown(Task task) {
    String exit = task.exitStatus();
    return exit == null ? "RUNNING" : exit;
  }

  private static boolean fits(ApiCall call, Task task) {
    String source = call.text("source", "archive");
    boolean wanted = source.equals("all") || source.equals(task.isRunning() ? "active" : "archive");
    List<String> statuses =
        call.list("statusfilter").stream().map(s -> s.toLowerCase(Locale.ROOT)).toList();
    String kind = kind(task.exitStatus());
    return wanted
        && call.text("vmid", task.id()).equals(task.id())
        && call.text("typefilter", task.type()).equals(task.type())
        && task.startTime() >= call.number("since", 0)
        && task.startTime() <= call.number("until", Long.MAX_VALUE)
        && task.user().contains(call.text("userfilter", ""))
        && (!call.flag("errors") || !kind.equals("ok"))
        && (statuses.isEmpty() || call.flag("errors") || statuses.contains(kind));
  }

  private static String kind(@Nullable String exit) {
    if (exit == null || exit.equals("unexpected status")) {
      return "unknown";
    }
    return exit.equals("OK") ? "ok" : exit.startsWith("WARNINGS") ? "warning" : "error";
  }

  private Task find(ApiCall call) {
    String upid = call.path("upid");
    if (!UPID.matcher(upid).matches()) {
      throw ApiFailure.parameter("upid", "unable to parse worker upid");
    }
    Task task = world.tasks().get(upid);
    if (task == null) {
      throw ApiFailure.parameter("upid", "no such task");
    }
    return task;
  }

  private Task visible(ApiCall call) {
    Task task = find(call);
    if (!owns(call.principal(), task)) {
      new Access(call.principal()).check("/nodes/" + call.path("node"), "Sys.Audit");
    }
    return task;
  }

  private Map<String, Object> status(ApiCall call) {
    Task task = visible(call);
    return entry(task)
        .with("status", task.isRunning() ? "running" : "stopped")
        .with("exitstatus", task.exitStatus())
        .map();
  }

  private Page log(ApiCall call) {
    List<String> lines = visible(call).log();
    long limit = call.number("limit", 50);
    int start = (int) Math.min(call.number("start", 0), lines.size());
    int end = limit == 0 ? lines.size() : (int) Math.min(lines.size(), start + limit);
    List<Map<String, Object>> page = new ArrayList<>();
    for (int i = start; i < end; i++) {
      page.add(new JsonObject().with("n", i + 1).with("t", lines.get(i)).map());
    }
    if (page.isEmpty() && lines.isEmpty()) {
      page.add(new JsonObject().with("n", 1).with("t", "no content").map());
    }
    return new Page(page, lines.size());
  }

  private @Nullable Object abort(ApiCall call) {
    Task task = find(call);
    if (!owns(call.principal(), task)) {
      new Access(call.principal()).check("/nodes/" + call.path("node"), "Sys.Modify");
    }
    workers.interrupt(task.upid());
    return null;
  }
}
