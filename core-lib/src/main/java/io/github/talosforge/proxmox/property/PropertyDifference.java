package io.github.talosforge.proxmox.property;

import java.util.Optional;

/**
 * A key whose value means something else in two property strings.
 *
 * @param key the key
 * @param own the meaning in the property string that was asked, its default included
 * @param other the meaning in the one it was compared with, its default included
 */
public record PropertyDifference(String key, Optional<String> own, Optional<String> other) {}
