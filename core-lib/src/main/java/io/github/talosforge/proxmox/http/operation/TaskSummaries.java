package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.Upid;
import java.util.List;

/** Reads lists of tasks. */
final class TaskSummaries {
  private TaskSummaries() {}

  static List<TaskSummary> decode(List<AnswerNode> entries) {
    return entries.stream()
        .map(
            entry ->
                new TaskSummary(
                    Upid.parse(entry.requiredText("upid")),
                    entry.instant("endtime"),
                    entry.text("status")))
        .toList();
  }
}
