package io.github.talosforge.gradle.services;

import io.github.talosforge.proxmox.CallQueue;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** One queue for each Proxmox, however many clusters of a build live on it. */
final class CallQueues {
  private final Map<ProxmoxEndpoint, CallQueue> queues = new HashMap<>();

  /** Lets a connection wait in the queue of all that have an endpoint in common with it. */
  synchronized ProxmoxConnection join(ProxmoxConnection connection) {
    CallQueue queue =
        connection.endpoints().stream()
            .map(queues::get)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseGet(() -> new CallQueue(ClientLimits.defaults()));
    connection.endpoints().forEach(endpoint -> queues.putIfAbsent(endpoint, queue));
    return connection.withQueue(queue);
  }
}
