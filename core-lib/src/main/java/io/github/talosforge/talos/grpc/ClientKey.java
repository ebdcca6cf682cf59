package io.github.talosforge.talos.grpc;

import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.PrivateKeys;
import io.github.talosforge.talos.TalosCredentials;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The client's certificate and key as the JDK's TLS takes them.
 *
 * @param roles what the certificate lets it do, such as {@code os:admin}
 * @param chain the certificate, and those that signed it
 * @param key its private key
 */
record ClientKey(String roles, List<X509Certificate> chain, PrivateKey key) {
  ClientKey {
    chain = List.copyOf(chain);
  }

  static ClientKey of(TalosCredentials credentials) {
    return new ClientKey(
        String.join(", ", credentials.client().certificate().organizations()),
        certificates(credentials.client().certificate()),
        PrivateKeys.read(credentials.client().key()));
  }

  static List<X509Certificate> certificates(PemCertificate pem) {
    byte[] text = pem.text().getBytes(StandardCharsets.UTF_8);
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(text))
          .stream()
          .map(X509Certificate.class::cast)
          .toList();
    } catch (CertificateException e) {
      throw new IllegalArgumentException("not a certificate in PEM: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "ClientKey[***]";
  }
}
