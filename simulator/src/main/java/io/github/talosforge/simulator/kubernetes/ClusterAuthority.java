package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.talos.FormedCluster;
import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * The Kubernetes CA of a cluster: signs the API server's certificate and vouches for clients.
 *
 * @param certificate its certificate
 * @param key its key
 */
record ClusterAuthority(X509Certificate certificate, PrivateKey key) {
  private static final String CLIENTS = "1.3.6.1.5.5.7.3.2";

  static ClusterAuthority of(FormedCluster cluster) {
    try {
      Object certificate = pem(cluster.kubernetesCaCertificate());
      if (!(certificate instanceof X509CertificateHolder holder)) {
        throw new IllegalStateException("The Kubernetes CA of the cluster is no certificate");
      }
      return new ClusterAuthority(
          new JcaX509CertificateConverter().getCertificate(holder),
          key(pem(cluster.kubernetesCaKey())));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("Cannot read the Kubernetes CA of the cluster", e);
    }
  }

  private static Object pem(String text) throws IOException {
    try (PEMParser parser = new PEMParser(new StringReader(text))) {
      Object found = parser.readObject();
      if (found == null) {
        throw new IOException("no PEM text");
      }
      return found;
    }
  }

  private static PrivateKey key(Object pem) throws IOException {
    JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
    return pem instanceof PEMKeyPair pair
        ? converter.getPrivateKey(pair.getPrivateKeyInfo())
        : converter.getPrivateKey(PrivateKeyInfo.getInstance(pem));
  }

  /** The algorithm that its key signs with. */
  String signature() {
    return switch (key.getAlgorithm()) {
      case "EC", "ECDSA" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> "Ed25519";
    };
  }

  /**
   * Who a certificate stands for: nobody, unless this CA issued it for a client and it is valid.
   */
  Optional<User> user(X509Certificate client, Instant now) {
    try {
      client.verify(certificate.getPublicKey());
      client.checkValidity(Date.from(now));
      List<String> purposes = client.getExtendedKeyUsage();
      if (purposes != null && !purposes.contains(CLIENTS)) {
        return Optional.empty();
      }
      return Optional.of(user(client));
    } catch (GeneralSecurityException | InvalidNameException refused) {
      return Optional.empty();
    }
  }

  private static User user(X509Certificate client) throws InvalidNameException {
    String name = "";
    List<String> groups = new ArrayList<>();
    for (var part : new LdapName(client.getSubjectX500Principal().getName()).getRdns()) {
      switch (part.getType()) {
        case "CN" -> name = part.getValue().toString();
        case "O" -> groups.add(part.getValue().toString());
        default -> {
          // The other parts of a name say nothing in Kubernetes.
        }
      }
    }
    return new User(name, groups);
  }
}
