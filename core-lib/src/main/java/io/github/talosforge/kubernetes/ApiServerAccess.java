package io.github.talosforge.kubernetes;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemCertificate;
import java.net.URI;

/**
 * How a Kubernetes API is reached.
 *
 * @param server its address, such as {@code https://192.0.2.10:6443}
 * @param authority the CA of its certificate
 * @param client who asks
 */
public record ApiServerAccess(URI server, PemCertificate authority, CertificateAndKey client) {}
