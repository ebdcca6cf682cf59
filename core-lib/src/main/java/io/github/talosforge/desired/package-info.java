/** What the VM of a node should look like in Proxmox VE. */
@NullMarked
package io.github.talosforge.desired;

import org.jspecify.annotations.NullMarked;
