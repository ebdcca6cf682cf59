package io.github.talosforge.simulator.state;

/**
 * How clients reach a simulator; the same after a restart.
 *
 * @param url where the API is
 * @param token {@code user@realm!name=secret}
 * @param fingerprint the SHA-256 fingerprint of the certificate
 * @param proxy the HTTP proxy that leads to simulated nodes
 * @param factory where the Image Factory is
 */
public record Connection(
    String url, String token, String fingerprint, String proxy, String factory) {}
