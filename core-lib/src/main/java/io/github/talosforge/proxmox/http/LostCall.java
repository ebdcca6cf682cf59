package io.github.talosforge.proxmox.http;

import io.github.talosforge.proxmox.Upid;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * A change whose answer was lost.
 *
 * @param transport sends the calls of the lookup
 * @param sentAt when the change was sent, by the clock of the cluster
 * @param principal who sent it, as Proxmox writes it into task identifiers
 * @param known tells tasks that belong to other calls of this client
 */
public record LostCall(
    ApiTransport transport, Instant sentAt, String principal, Predicate<Upid> known) {}
