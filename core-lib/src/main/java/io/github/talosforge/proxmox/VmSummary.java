package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.Tags;
import java.util.Optional;

/**
 * A VM in the list of a host.
 *
 * @param id its number
 * @param name its name
 * @param status {@code running} or {@code stopped}
 * @param template whether it is a template
 * @param lock the lock in its configuration
 * @param tags its tags
 */
public record VmSummary(
    int id,
    Optional<String> name,
    String status,
    boolean template,
    Optional<String> lock,
    Tags tags) {}
