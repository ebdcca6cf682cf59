package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.talos.ClusterNode;
import io.github.talosforge.simulator.talos.FormedCluster;
import java.math.BigInteger;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The certificate of an API server, issued by its cluster's own CA.
 *
 * @param key its key
 * @param certificate the certificate
 */
record ServerCertificate(PrivateKey key, X509Certificate certificate) {
  private static final Duration VALIDITY = Duration.ofDays(365);
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
  private static final List<String> ALWAYS =
      List.of(
          "127.0.0.1",
          "::1",
          "10.96.0.1",
          "localhost",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc",
          "kubernetes.default.svc.cluster.local");

  /** The names that a cluster's certificate is for. */
  static Set<String> names(FormedCluster cluster) {
    Set<String> names = new TreeSet<>(ALWAYS);
    names.addAll(cluster.apiServerNames());
    cluster.vip().ifPresent(names::add);
    String host = URI.create(cluster.endpoint()).getHost();
    if (host != null) {
      names.add(host.replaceAll("[\\[\\]]", ""));
    }
    cluster.nodes().stream()
        .filter(ClusterNode::controlPlane)
        .forEach(node -> names.addAll(List.of(node.hostname(), node.address())));
    return names;
  }

  static ServerCertificate issue(ClusterAuthority authority, Set<String> names, Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      return new ServerCertificate(pair.getPrivate(), certificate(authority, pair, names, now));
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException("Cannot issue the certificate of an API server", e);
    }
  }

  private static X509Certificate certificate(
      ClusterAuthority authority, KeyPair pair, Set<String> names, Instant now)
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            X500Name.getInstance(authority.certificate().getSubjectX500Principal().getEncoded()),
            new BigInteger(64, new SecureRandom()),
            Date.from(now.minus(Duration.ofHours(1))),
            Date.from(now.plus(VALIDITY)),
            new X500Name("O=kube-master,CN=kube-apiserver"),
            pair.getPublic());
    builder.addExtension(
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(names.stream().map(ServerCertificate::name).toArray(GeneralName[]::new)));
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(
                new JcaContentSignerBuilder(authority.signature()).build(authority.key())));
  }

  private static GeneralName name(String name) {
    boolean address = ADDRESS.matcher(name).matches();
    return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name);
  }
}
