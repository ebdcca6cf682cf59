package io.github.talosforge.model;

import java.util.Optional;

/**
 * A disk of a VM.
 *
 * @param size the size
 * @param storage where the disk is
 * @param discard whether freed blocks go back to the storage
 * @param ssd whether the guest takes the disk for flash
 * @param backup whether Proxmox backs it up
 * @param replicate whether Proxmox replicates it
 * @param iothread whether it has an I/O thread of its own
 * @param cache the cache mode, when not Proxmox's default
 * @param aio the I/O interface, when not Proxmox's default
 * @param serial the serial number
 * @param wwn the world wide name that Talos finds the disk by
 */
public record DiskSpec(
    DiskSize size,
    StorageName storage,
    boolean discard,
    boolean ssd,
    boolean backup,
    boolean replicate,
    boolean iothread,
    Optional<String> cache,
    Optional<String> aio,
    Optional<String> serial,
    Optional<Wwn> wwn) {}
