package io.github.talosforge.simulator.http;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Makes certificates with BouncyCastle. A class of its own, so that a start that has a certificate
 * does not load it: the JVM verifies its signed jars, which takes longer than everything else.
 */
final class SelfSigned {
  private static final Duration VALIDITY = Duration.ofDays(730);

  private SelfSigned() {}

  static TlsIdentity identity(List<String> hosts, Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      return new TlsIdentity(pair.getPrivate(), selfSigned(pair, hosts, now));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("Cannot make the simulator's certificate", e);
    }
  }

  private static X509Certificate selfSigned(KeyPair pair, List<String> hosts, Instant now)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    X500Name name = new X500Name("O=Proxmox Virtual Environment,CN=" + hosts.get(0) + ".simulated");
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            new BigInteger(64, new SecureRandom()),
            Date.from(now.minus(Duration.ofDays(1))),
            Date.from(now.plus(VALIDITY)),
            name,
            pair.getPublic());
    builder.addExtension(Extension.subjectAlternativeName, false, alternatives(hosts));
    // A certificate that clients add to their trust store must say that it may sign.
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
    X509CertificateHolder holder =
        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
    return new JcaX509CertificateConverter().getCertificate(holder);
  }

  private static GeneralNames alternatives(List<String> hosts) {
    List<GeneralName> names = new ArrayList<>();
    names.add(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    names.add(new GeneralName(GeneralName.iPAddress, "::1"));
    names.add(new GeneralName(GeneralName.dNSName, "localhost"));
    hosts.forEach(host -> names.add(new GeneralName(GeneralName.dNSName, host)));
    return new GeneralNames(names.toArray(GeneralName[]::new));
  }
}
