/** Checks what the client sends against the schema that Proxmox VE publishes. */
@NullMarked
package io.github.talosforge.proxmox.conformance;

import org.jspecify.annotations.NullMarked;
