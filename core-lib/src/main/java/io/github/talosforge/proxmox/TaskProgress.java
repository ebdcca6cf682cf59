package io.github.talosforge.proxmox;

import java.util.OptionalDouble;

/**
 * What a running task last wrote to its log.
 *
 * @param upid the task
 * @param percent how much is done, if the log line told it; Proxmox gives percent nowhere else
 * @param line the log line
 */
public record TaskProgress(Upid upid, OptionalDouble percent, String line) {}
