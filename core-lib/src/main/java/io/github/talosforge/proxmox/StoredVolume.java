package io.github.talosforge.proxmox;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A volume in a storage.
 *
 * @param id its identifier, such as {@code local:iso/talos.iso}
 * @param format for example {@code raw}
 * @param size its size in bytes
 * @param used what it takes on the storage
 * @param owner the guest that its name carries
 * @param created when it was made
 * @param parent the volume that it is a linked clone of
 * @param notes notes on it
 * @param isProtected whether it cannot be deleted
 */
public record StoredVolume(
    String id,
    String format,
    long size,
    OptionalLong used,
    OptionalInt owner,
    Optional<Instant> created,
    Optional<String> parent,
    Optional<String> notes,
    boolean isProtected) {}
