/** Proves the values of the Proxmox client. */
package io.github.talosforge.proxmox;
