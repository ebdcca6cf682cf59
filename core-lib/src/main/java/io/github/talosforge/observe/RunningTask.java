package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.Upid;
import java.util.List;

/**
 * A task that runs on a host and that the credentials may see.
 *
 * @param upid its identifier
 * @param host the host that runs it
 * @param type what it does, such as {@code qmclone}
 * @param subject what it works on: the VM's id, for {@code qmclone} that of the source
 */
public record RunningTask(String upid, HostName host, String type, String subject) {

  /** Returns who started it, with the token if one was used: {@code root@pam!forge}. */
  public String owner() {
    return Upid.parse(upid).user();
  }

  /** Says what it does, where, and whose it is, so that the user knows whom to ask. */
  public String words() {
    return type + " on " + host + " by " + owner();
  }

  /** Lists what runs on a host now. */
  static List<RunningTask> on(HostName host, ProxmoxClient proxmox) {
    return proxmox.host(host.value()).tasks().stream()
        .filter(TaskSummary::isRunning)
        .map(TaskSummary::upid)
        .map(upid -> new RunningTask(upid.text(), host, upid.type(), upid.id()))
        .toList();
  }
}
