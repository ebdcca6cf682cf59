package io.github.talosforge.secrets;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemKey;
import java.util.Optional;

/**
 * Everything secret that a cluster's machine configurations are made of.
 *
 * @param clusterId the cluster's name in discovery
 * @param clusterSecret the key that discovery data is encrypted with
 * @param bootstrapToken the token by which kubelets join
 * @param secretboxKey the key that Kubernetes' secrets are encrypted with in etcd
 * @param aescbcKey the same for clusters made before Talos 1.3
 * @param trustdToken the token by which workers get their certificates
 * @param certificates the certificate authorities
 */
public record SecretsBundle(
    ClusterId clusterId,
    Secret clusterSecret,
    Secret bootstrapToken,
    Optional<Secret> secretboxKey,
    Optional<Secret> aescbcKey,
    Secret trustdToken,
    Certificates certificates) {

  /**
   * The certificate authorities of a cluster.
   *
   * @param etcd signs etcd's members and clients
   * @param kubernetes signs the API server, kubelets and users
   * @param aggregator signs the API server's own client for extension servers
   * @param serviceAccount signs service accounts' tokens
   * @param os signs Talos' API and its clients
   */
  public record Certificates(
      CertificateAndKey etcd,
      CertificateAndKey kubernetes,
      CertificateAndKey aggregator,
      PemKey serviceAccount,
      CertificateAndKey os) {}
}
