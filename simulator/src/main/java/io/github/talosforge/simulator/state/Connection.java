package io.github.talosforge.simulator.state;

import org.jspecify.annotations.Nullable;

/**
 * How clients reach a simulator; the same after a restart.
 *
 * @param url where the API is
 * @param token {@code user@realm!name=secret}
 * @param fingerprint the SHA-256 fingerprint of the certificate
 * @param proxy where simulated nodes can be reached; null: nowhere
 * @param factory where the Image Factory is
 */
public record Connection(
    String url, String token, String fingerprint, @Nullable String proxy, String factory) {}
