@NullMarked
package io.github.talosforge.proxmox.property;

import org.jspecify.annotations.NullMarked;
