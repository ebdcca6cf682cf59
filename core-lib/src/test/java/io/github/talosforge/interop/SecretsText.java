package io.github.talosforge.interop;

import io.github.talosforge.fixture.SecretsFixture;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.secrets.Secret;
import io.github.talosforge.secrets.SecretsBundle;

/** The tests' secrets in the form that Talos reads. */
final class SecretsText {

  private SecretsText() {}

  static String yaml() {
    SecretsBundle secrets = SecretsFixture.secrets();
    SecretsBundle.Certificates certificates = secrets.certificates();
    return """
        cluster: {id: %s, secret: %s}
        secrets: {bootstraptoken: %s, secretboxencryptionsecret: %s}
        trustdinfo: {token: %s}
        certs:
          etcd: %s
          k8s: %s
          k8saggregator: %s
          k8sserviceaccount: {key: %s}
          os: %s
        """
        .formatted(
            secrets.clusterId().value(),
            secrets.clusterSecret().value(),
            secrets.bootstrapToken().value(),
            secrets.secretboxKey().map(Secret::value).orElseThrow(),
            secrets.trustdToken().value(),
            pair(certificates.etcd()),
            pair(certificates.kubernetes()),
            pair(certificates.aggregator()),
            certificates.serviceAccount().base64(),
            pair(certificates.os()));
  }

  private static String pair(CertificateAndKey pair) {
    return "{crt: " + pair.certificate().base64() + ", key: " + pair.key().base64() + "}";
  }
}
