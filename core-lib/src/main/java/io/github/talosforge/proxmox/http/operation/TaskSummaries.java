package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.Upid;
import java.util.List;

/** Reads lists of tasks. */
final class TaskSummaries {
  private TaskSummaries() {}

  static List<TaskSummary> decode(List<AnswerNode> entries) {
    return entries.stream()
        .map(entry -> new TaskSummary(upid(entry), entry.instant("endtime"), entry.text("status")))
        .toList();
  }

  private static Upid upid(AnswerNode entry) {
    String text = entry.requiredText("upid");
    if (!Upid.matches(text)) {
      throw entry.odd("upid", "a task identifier");
    }
    return Upid.parse(text);
  }
}
