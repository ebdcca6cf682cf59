/** The typed operations of the client, written as calls of the transport. */
@NullMarked
package io.github.talosforge.proxmox.http.operation;

import org.jspecify.annotations.NullMarked;
