package io.github.talosforge.talos.grpc;

import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.PemKey;
import io.github.talosforge.talos.TalosCredentials;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The client's certificate and key as the JDK's TLS takes them.
 *
 * @param chain the certificate, and those that signed it
 * @param key its private key
 */
record ClientKey(List<X509Certificate> chain, PrivateKey key) {
  private static final List<String> ALGORITHMS = List.of("Ed25519", "EC", "RSA");

  ClientKey {
    chain = List.copyOf(chain);
  }

  static ClientKey of(TalosCredentials credentials) {
    return new ClientKey(
        certificates(credentials.client().certificate()), key(credentials.client().key()));
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

  /** Reads PKCS #8, which is also what Talos writes under the name {@code ED25519 PRIVATE KEY}. */
  private static PrivateKey key(PemKey pem) {
    String body =
        pem.text().lines().filter(line -> !line.startsWith("-----")).collect(Collectors.joining());
    PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (GeneralSecurityException e) {
        // Of another algorithm: the next one may fit.
      }
    }
    throw new IllegalArgumentException(
        "the client's key is not a PKCS #8 key of " + String.join(", ", ALGORITHMS));
  }

  @Override
  public String toString() {
    return "ClientKey[***]";
  }
}
