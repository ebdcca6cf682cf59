package io.github.talosforge.proxmox;

import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot of a VM. It holds every disk that the VM had, whoever owns it.
 *
 * @param name its name
 * @param parent the snapshot before it; absent if it is a first one
 * @param takenAt when it was taken, where that is known
 * @param withMemory whether it holds the memory too
 */
public record VmSnapshot(
    String name, Optional<String> parent, Optional<Instant> takenAt, boolean withMemory) {}
