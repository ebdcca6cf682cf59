/**
 * A client for the Proxmox VE API: connection, credentials, trust, errors and tasks.
 *
 * <p>Everything that a caller would otherwise have to know about how the API really behaves is
 * handled here once: which errors mean the same, which calls may be repeated, and how a task that
 * runs on a host is followed to its end.
 */
@NullMarked
package io.github.talosforge.proxmox;

import org.jspecify.annotations.NullMarked;
