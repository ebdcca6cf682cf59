package io.github.talosforge.simulator.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
 * A key and the certificate that it signed itself. The algorithms are Java's own, so that no
 * provider needs to be loaded, let alone registered.
 *
 * @param key the private key
 * @param certificate the certificate
 */
public record TlsIdentity(PrivateKey key, X509Certificate certificate) {
  private static final Duration VALIDITY = Duration.ofDays(730);
  private static final Pattern PEM =
      Pattern.compile(
          "\\s*-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----"
              + "\\s*-----BEGIN CERTIFICATE-----(.*)-----END CERTIFICATE-----\\s*",
          Pattern.DOTALL);

  /**
   * Makes a new identity that is valid for loopback and for the hosts' names.
   *
   * @param hosts the names of the hosts
   * @param now the time
   * @return the identity
   */
  public static TlsIdentity generate(List<String> hosts, Instant now) {
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

  /**
   * The SHA-256 fingerprint of the certificate as Proxmox shows it.
   *
   * @return 32 hex pairs in capitals, separated by colons
   */
  public String fingerprint() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.ofDelimiter(":").formatHex(digest).toUpperCase(Locale.ROOT);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot compute a certificate's fingerprint", e);
    }
  }

  /**
   * The certificate alone, for clients that want it in a file.
   *
   * @return PEM text
   */
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("Cannot write the simulator's certificate", e);
    }
  }

  /**
   * Key and certificate.
   *
   * @return PEM text
   */
  public String pem() {
    return pem("PRIVATE KEY", key.getEncoded()) + certificatePem();
  }

  private static String pem(String kind, byte[] content) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
  }

  /**
   * Reads what {@link #pem()} wrote.
   *
   * @param text PEM text
   * @return the identity
   */
  public static TlsIdentity parse(String text) {
    Matcher blocks = PEM.matcher(text);
    if (!blocks.matches()) {
      throw new IllegalArgumentException("This is no PEM text of a key and a certificate.");
    }
    try {
      byte[] key = Base64.getMimeDecoder().decode(blocks.group(1));
      byte[] certificate = Base64.getMimeDecoder().decode(blocks.group(2));
      return new TlsIdentity(
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(certificate)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("This is no PEM text of a key and a certificate.", e);
    }
  }
}
