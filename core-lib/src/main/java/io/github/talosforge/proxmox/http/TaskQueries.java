package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The calls that tell about tasks. */
final class TaskQueries {
  /** Up to this number tasks are asked for one by one, which is cheaper than a list. */
  static final int FEW = 2;

  /** No look asks for more tasks one by one than this. */
  static final int MANY = 20;

  private static final int WHOLE_LIST = 5_000;
  private static final int TAIL = 10;

  private final Function<ApiRequest, JsonNode> poll;

  TaskQueries(Function<ApiRequest, JsonNode> poll) {
    this.poll = poll;
  }

  /** The tasks of all hosts that the user may see: running, and a few that ended lately. */
  Map<String, TaskState> cluster() {
    return states(ApiRequest.get("/cluster/tasks"));
  }

  Map<String, TaskState> active(String host) {
    return states(
        ApiRequest.get("/nodes/{node}/tasks", host)
            .with("source", "active")
            .with("limit", WHOLE_LIST));
  }

  Map<String, TaskState> finishedSince(String host, long epochSecond) {
    return states(
        ApiRequest.get("/nodes/{node}/tasks", host)
            .with("source", "archive")
            .with("since", epochSecond)
            .with("limit", WHOLE_LIST));
  }

  TaskState state(Upid upid) {
    try {
      JsonNode data = poll.apply(of(upid, "/status")).path("data");
      return data.path("status").asText().equals("stopped")
          ? new TaskState.Ended(
              ServerText.line(data.path("exitstatus").asText("unexpected status")))
          : new TaskState.Running();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.TASK_LOST) {
        return new TaskState.Unknown();
      }
      throw e;
    }
  }

  List<String> log(Upid upid, int start, int limit) {
    return lines(poll.apply(of(upid, "/log").with("start", start).with("limit", limit)));
  }

  /** The last lines; the log must be asked for its length first. */
  List<String> logTail(Upid upid) {
    int total = poll.apply(of(upid, "/log").with("limit", 1)).path("total").asInt();
    return log(upid, Math.max(0, total - TAIL), TAIL);
  }

  private static ApiRequest of(Upid upid, String what) {
    return ApiRequest.get("/nodes/{node}/tasks/{upid}" + what, upid.node(), upid.text());
  }

  private static List<String> lines(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    answer.path("data").forEach(line -> lines.add(ServerText.line(line.path("t").asText())));
    return lines;
  }

  private Map<String, TaskState> states(ApiRequest request) {
    Map<String, TaskState> states = new HashMap<>();
    for (JsonNode task : poll.apply(request).path("data")) {
      String upid = task.path("upid").asText();
      String status = task.path("status").asText("");
      boolean runs =
          !task.hasNonNull("endtime") || status.toLowerCase(Locale.ROOT).equals("running");
      if (runs) {
        states.put(upid, new TaskState.Running());
      } else if (!status.isEmpty()) {
        states.put(upid, new TaskState.Ended(ServerText.line(status)));
      }
    }
    return states;
  }
}
