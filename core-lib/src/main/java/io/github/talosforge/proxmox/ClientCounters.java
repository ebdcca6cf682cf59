package io.github.talosforge.proxmox;

/**
 * What a client sent since it was opened.
 *
 * @param reads calls that read, without retries and polls
 * @param writes calls that change something, without retries
 * @param retries calls that were sent again, of either sort
 * @param polls calls that only follow tasks: lists, states and logs
 * @param failovers how often the client moved on to another endpoint
 */
public record ClientCounters(long reads, long writes, long retries, long polls, long failovers) {}
