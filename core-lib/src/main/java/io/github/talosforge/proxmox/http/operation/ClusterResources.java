package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.ClusterResource;
import java.util.List;

/** Reads the list of everything. */
final class ClusterResources {
  private ClusterResources() {}

  static List<ClusterResource> decode(List<AnswerNode> entries) {
    return entries.stream().map(ClusterResources::decode).toList();
  }

  private static ClusterResource decode(AnswerNode entry) {
    return new ClusterResource(
        entry.requiredText("id"),
        entry.requiredText("type"),
        entry.text("node"),
        entry.integer("vmid"),
        entry.text("name"),
        entry.text("status"),
        entry.text("lock"),
        entry.tags("tags"),
        entry.flag("template"),
        entry.text("pool"),
        entry.text("hastate"),
        entry.text("storage"),
        entry.flag("shared"),
        entry.text("plugintype"),
        entry.text("content"),
        entry.integer("maxcpu"),
        entry.number("maxmem"),
        entry.number("mem"),
        entry.number("maxdisk"),
        entry.number("disk"));
  }
}
