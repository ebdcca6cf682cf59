package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;

/**
 * A host of the Proxmox cluster.
 *
 * @param name the host
 * @param online whether the cluster sees it
 * @param memoryBytes the memory it has; 0 when nothing is known
 * @param processors how many processors it has, the most that one of its VMs may have; 0 when
 *     nothing is known
 */
public record ObservedHost(HostName name, boolean online, long memoryBytes, int processors) {}
