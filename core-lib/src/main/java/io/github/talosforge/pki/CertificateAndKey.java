package io.github.talosforge.pki;

/**
 * A certificate and the private key that belongs to it.
 *
 * @param certificate the certificate
 * @param key its key
 */
public record CertificateAndKey(PemCertificate certificate, PemKey key) {}
