package io.github.talosforge.credentials;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemCertificate;
import java.util.List;
import java.util.Optional;

/**
 * How to reach one cluster's Talos API.
 *
 * @param endpoints the control plane nodes to connect to; without a port, 50000 is meant
 * @param nodes the nodes that commands are about when none are named
 * @param authority who signs the nodes' certificates, if that is noted
 * @param client the client's certificate and key, if they are noted
 */
public record TalosContext(
    List<String> endpoints,
    List<String> nodes,
    Optional<PemCertificate> authority,
    Optional<CertificateAndKey> client) {

  /** Keeps own copies of the lists. */
  public TalosContext {
    endpoints = List.copyOf(endpoints);
    nodes = List.copyOf(nodes);
  }
}
