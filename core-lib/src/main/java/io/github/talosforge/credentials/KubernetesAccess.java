package io.github.talosforge.credentials;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemCertificate;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an administrator reaches a cluster's Kubernetes API.
 *
 * @param cluster the cluster's name
 * @param server the URL of the API server
 * @param authority who signs for Kubernetes in this cluster
 * @param accepted other authorities whose certificates the server may show
 * @param proxy the proxy to go through, if any
 */
public record KubernetesAccess(
    String cluster,
    URI server,
    CertificateAndKey authority,
    List<PemCertificate> accepted,
    Optional<URI> proxy) {

  /** Keeps an own copy of the list. */
  public KubernetesAccess {
    accepted = List.copyOf(accepted);
  }

  /** Returns all authorities in one text, the others first, as Talos writes them. */
  String authorities() {
    return Stream.concat(accepted.stream(), Stream.of(authority.certificate()))
        .map(PemCertificate::text)
        .collect(Collectors.joining());
  }
}
