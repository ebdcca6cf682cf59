package io.github.talosforge.simulator.kubernetes;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** A Kubernetes CA as it stands in machine configs, and the clients that it vouches for. */
public final class TestAuthority {
  private final KeyPair pair = pair();
  private final X509Certificate certificate =
      issue("O=kubernetes", "O=kubernetes", pair, pair, true);

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate issue(
      String issuer, String subject, KeyPair signer, KeyPair owner, boolean authority) {
    try {
      Instant now = Instant.now();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              new X500Name(issuer),
              BigInteger.valueOf(System.nanoTime()),
              Date.from(now.minus(Duration.ofMinutes(5))),
              Date.from(now.plus(Duration.ofDays(1))),
              new X500Name(subject),
              owner.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      if (!authority) {
        builder.addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
      }
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public String certificatePem() {
    return pem(certificate);
  }

  /** In the form of Talos: SEC 1. */
  public String keyPem() {
    return pem(sec1(pair));
  }

  private static PemObject sec1(KeyPair pair) {
    try {
      ECPrivateKey key =
          new ECPrivateKey(
              256,
              ((java.security.interfaces.ECPrivateKey) pair.getPrivate()).getS(),
              SECObjectIdentifiers.secp256r1);
      return new PemObject("EC PRIVATE KEY", key.getEncoded());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pem(Object object) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A client's certificate and key. */
  public record Client(String certificatePem, String keyPem, KeyPair pair, X509Certificate own) {}

  public Client client(String subject) {
    KeyPair own = pair();
    X509Certificate issued = issue("O=kubernetes", subject, pair, own, false);
    return new Client(pem(issued), pem(sec1(own)), own, issued);
  }

  /** TLS that trusts this CA and shows a client's certificate; null: none. */
  public SSLContext tls(Client client) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("ca", certificate);
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(client == null ? null : keys(client), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyManager[] keys(Client client) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry(
        "client", client.pair().getPrivate(), new char[0], new Certificate[] {client.own()});
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, new char[0]);
    return factory.getKeyManagers();
  }
}
