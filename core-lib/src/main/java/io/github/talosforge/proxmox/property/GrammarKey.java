package io.github.talosforge.proxmox.property;

import org.jspecify.annotations.Nullable;

/**
 * One key of a grammar.
 *
 * @param name the key
 * @param syntax the kind of its values
 * @param hint its values as shown to the user
 * @param defaultValue the canonical value that means the same as leaving the key out
 * @param informational whether Proxmox VE only reports it and ignores what is sent
 */
record GrammarKey(
    String name,
    ValueSyntax syntax,
    String hint,
    @Nullable String defaultValue,
    boolean informational) {}
