/** Speaks HTTP as Proxmox' API daemon does, with its limits and its odd answers. */
@NullMarked
package io.github.talosforge.simulator.http;

import org.jspecify.annotations.NullMarked;
