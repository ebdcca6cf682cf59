package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.Tags;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A VM in the list of its host, which knows it as it is at this moment.
 *
 * @param id its number
 * @param name its name
 * @param status {@code running} or {@code stopped}
 * @param template whether it is a template
 * @param lock the lock in its configuration
 * @param tags its tags
 * @param memory the memory that it was given, in bytes
 */
public record VmSummary(
    int id,
    Optional<String> name,
    String status,
    boolean template,
    Optional<String> lock,
    Tags tags,
    OptionalLong memory) {}
