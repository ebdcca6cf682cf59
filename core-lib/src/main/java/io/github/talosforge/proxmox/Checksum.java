package io.github.talosforge.proxmox;

/**
 * What a file must hash to.
 *
 * @param algorithm {@code sha256}, {@code sha512} and so on
 * @param value the hash in hexadecimal
 */
public record Checksum(String algorithm, String value) {}
