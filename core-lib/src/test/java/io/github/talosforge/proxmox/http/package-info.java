/** Proves how the Proxmox client behaves on the wire. */
package io.github.talosforge.proxmox.http;
