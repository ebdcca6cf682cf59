package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;

/**
 * A task that runs on a host and that the credentials may see.
 *
 * @param upid its identifier
 * @param host the host that runs it
 * @param type what it does, such as {@code qmclone}
 * @param subject what it works on: the VM's id, for {@code qmclone} that of the source
 */
public record RunningTask(String upid, HostName host, String type, String subject) {}
