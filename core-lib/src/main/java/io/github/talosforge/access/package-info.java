/** The rights that a cluster needs on Proxmox VE, and the commands that grant them. */
@NullMarked
package io.github.talosforge.access;

import org.jspecify.annotations.NullMarked;
