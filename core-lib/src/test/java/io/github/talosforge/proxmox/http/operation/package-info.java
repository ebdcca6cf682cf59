/** Every operation over real sockets. */
@NullMarked
package io.github.talosforge.proxmox.http.operation;

import org.jspecify.annotations.NullMarked;
