/** Talosforge: from two YAML files to a running Talos Linux cluster on Proxmox VE. */
@NullMarked
package io.github.talosforge;

import org.jspecify.annotations.NullMarked;
