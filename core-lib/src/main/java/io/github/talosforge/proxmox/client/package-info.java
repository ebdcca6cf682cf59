/** Where a {@link io.github.talosforge.proxmox.ProxmoxClient} comes from. */
@NullMarked
package io.github.talosforge.proxmox.client;

import org.jspecify.annotations.NullMarked;
