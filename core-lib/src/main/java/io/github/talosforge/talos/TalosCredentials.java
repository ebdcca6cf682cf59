package io.github.talosforge.talos;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemCertificate;

/**
 * Who the client is for the machines of one cluster, and how it recognises them.
 *
 * @param authority the cluster's CA of Talos' API, which signs machines and clients alike
 * @param client a client certificate of that CA and its key
 */
public record TalosCredentials(PemCertificate authority, CertificateAndKey client) {}
