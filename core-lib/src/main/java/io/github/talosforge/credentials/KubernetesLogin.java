package io.github.talosforge.credentials;

import io.github.talosforge.pki.CertificateAndKey;
import java.net.URI;
import java.util.Optional;

/**
 * A way into a cluster's Kubernetes API.
 *
 * @param server the URL of the API server
 * @param authorities the certificates of those who may sign the server's, as PEM text
 * @param client the user's certificate and key
 * @param proxy the proxy to go through, if any
 */
public record KubernetesLogin(
    URI server, String authorities, CertificateAndKey client, Optional<URI> proxy) {}
