package io.github.talosforge.talos;

import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.pki.PemKey;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A CA of Talos' API: Ed25519 all through, as on real machines. */
public final class TestAuthority {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final KeyPair keys;
  private final X509Certificate certificate;

  private final Instant now;

  public TestAuthority() {
    this(Instant.now());
  }

  /** Signs machines' certificates by another clock than this machine's. */
  public TestAuthority(Instant now) {
    this.now = now;
    try {
      keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      certificate = issue("O=talos", keys, null, now);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private X509Certificate issue(String subject, KeyPair owner, KeyPurposeId purpose, Instant at) {
    try {
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              new X500Name("O=talos"),
              new BigInteger(64, new SecureRandom()),
              Date.from(at.minus(Duration.ofHours(1))),
              Date.from(at.plus(Duration.ofDays(1))),
              new X500Name(subject),
              owner.getPublic());
      if (purpose == null) {
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      } else {
        GeneralName[] names = {
          new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
          new GeneralName(GeneralName.iPAddress, "192.0.2.11")
        };
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(new JcaContentSignerBuilder("Ed25519").build(keys.getPrivate())));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public TalosCredentials client() {
    try {
      KeyPair own = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      X509Certificate issued =
          issue("O=os:admin", own, KeyPurposeId.id_kp_clientAuth, Instant.now());
      return new TalosCredentials(
          new PemCertificate(pem("CERTIFICATE", certificate.getEncoded())),
          new CertificateAndKey(
              new PemCertificate(pem("CERTIFICATE", issued.getEncoded())),
              new PemKey(pem("ED25519 PRIVATE KEY", own.getPrivate().getEncoded()))));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String type, byte[] content) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
  }

  /** A machine's key and certificate, with the key's fingerprint. */
  public record Machine(List<KeyManager> keys, Fingerprint fingerprint) {}

  public Machine machine() {
    try {
      KeyPair own = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      Certificate issued = issue("O=talos-machine", own, KeyPurposeId.id_kp_serverAuth, now);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("machine", own.getPrivate(), PASSWORD, new Certificate[] {issued});
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, PASSWORD);
      return new Machine(List.of(factory.getKeyManagers()), Fingerprint.of(own.getPublic()));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public TrustManager[] clients() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", certificate);
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
