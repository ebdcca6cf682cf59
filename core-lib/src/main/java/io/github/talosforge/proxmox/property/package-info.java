/**
 * The property strings of a Proxmox VE guest configuration ({@code net0}, {@code scsi0}, {@code
 * efidisk0}, …): one grammar, a typed record for each kind, compared by meaning.
 *
 * <p>Every record is a view on a {@link io.github.talosforge.proxmox.property.PropertyString}, so
 * that keys which this library does not know survive reading and writing. Two values are equal when
 * Proxmox VE would treat them alike: the spelling of booleans and sizes, the order of keys, the
 * case of a MAC address and values that are the default anyway do not matter.
 *
 * <pre>{@code
 * NetworkDevice stored = NetworkDevice.parse("virtio=BC:24:11:62:36:54,bridge=vmbr0,firewall=0");
 * NetworkDevice wanted = NetworkDevice.parse("virtio,macaddr=bc:24:11:62:36:54").withBridge("vmbr0");
 * stored.equals(wanted); // true
 * }</pre>
 */
@NullMarked
package io.github.talosforge.proxmox.property;

import org.jspecify.annotations.NullMarked;
