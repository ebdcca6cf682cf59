/** Which parameters each operation takes, and the checks that Proxmox makes before it acts. */
@NullMarked
package io.github.talosforge.simulator.schema;

import org.jspecify.annotations.NullMarked;
