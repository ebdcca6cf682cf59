package io.github.talosforge.secrets;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemKey;
import io.github.talosforge.redaction.Redaction;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
   * Makes the secrets of a new cluster, as Talos 1.9 and later do.
   *
   * @param uid the cluster's uid
   * @param now when its certificate authorities begin
   * @param random where everything comes from
   * @return the secrets
   */
  public static SecretsBundle generate(ClusterUid uid, Instant now, SecureRandom random) {
    return new NewSecrets(now, random).of(uid);
  }

  /**
   * Makes sure that these are the secrets of a cluster.
   *
   * @param uid the cluster's uid
   * @param file where the secrets come from, for the error
   * @throws SecretsException if they were made for another cluster
   */
  public void requireOf(ClusterUid uid, String file) {
    if (clusterId.belonging(uid) == ClusterId.Belonging.FOREIGN) {
      throw new SecretsException(
          file
              + " holds the secrets of another cluster: they were not made for cluster_uid '"
              + uid
              + "'. Name this cluster's own file, or correct cluster_uid; nothing was changed.",
          /* cause= */ null);
    }
  }

  /**
   * Makes a door that knows every one of these secrets, and shows hashes that only they can make.
   *
   * @return what decides what is shown of the cluster
   */
  public Redaction redaction() {
    Redaction redaction = Redaction.keyed(clusterSecret.value());
    redaction.learn(values());
    return redaction;
  }

  /**
   * Returns every secret, as it stands in the file.
   *
   * @return the texts, which must not be shown
   */
  public List<String> values() {
    List<String> values = new ArrayList<>();
    values.add(clusterId.value());
    Stream.concat(
            Stream.of(clusterSecret, bootstrapToken, trustdToken),
            Stream.of(secretboxKey, aescbcKey).flatMap(Optional::stream))
        .map(Secret::value)
        .forEach(values::add);
    Stream.of(
            certificates.etcd(),
            certificates.kubernetes(),
            certificates.aggregator(),
            certificates.os())
        .forEach(
            authority -> {
              values.add(authority.key().base64());
              values.add(authority.certificate().base64());
            });
    values.add(certificates.serviceAccount().base64());
    return values;
  }

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
