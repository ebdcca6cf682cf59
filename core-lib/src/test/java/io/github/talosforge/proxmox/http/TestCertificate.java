package io.github.talosforge.proxmox.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A self-signed server certificate, made when a test needs it. */
final class TestCertificate {
  static final String STORE_PASSWORD = "changeit";

  private final KeyPair keys;
  private final X509Certificate certificate;

  private TestCertificate(String name, Instant from, Instant until, TestCertificate authority) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      keys = generator.generateKeyPair();
      X500Name subject = new X500Name("CN=" + name);
      X500Name issuer = authority == null ? subject : new X500Name("CN=authority");
      KeyPair signer = authority == null ? keys : authority.keys;
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              issuer,
              new BigInteger(64, new SecureRandom()),
              Date.from(from),
              Date.from(until),
              subject,
              keys.getPublic());
      GeneralName[] names = {new GeneralName(GeneralName.dNSName, name)};
      builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static TestCertificate valid(String name) {
    return new TestCertificate(
        name,
        Instant.now().minus(Duration.ofDays(1)),
        Instant.now().plus(Duration.ofDays(1)),
        null);
  }

  static TestCertificate authority() {
    return valid("authority");
  }

  TestCertificate issueExpired(String name) {
    return new TestCertificate(
        name, Instant.parse("2020-01-01T00:00:00Z"), Instant.parse("2021-02-03T00:00:00Z"), this);
  }

  TestCertificate issueForLater(String name) {
    return new TestCertificate(
        name, Instant.parse("2120-01-01T00:00:00Z"), Instant.parse("2121-01-01T00:00:00Z"), this);
  }

  String fingerprint() {
    return RefusedCertificateException.fingerprint(certificate);
  }

  Path writePem(Path file) {
    try (Writer writer = Files.newBufferedWriter(file);
        JcaPEMWriter pem = new JcaPEMWriter(writer)) {
      pem.writeObject(certificate);
      return file;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Path writeKeyStore(Path file) {
    try (OutputStream out = Files.newOutputStream(file)) {
      keyStore().store(out, STORE_PASSWORD.toCharArray());
      return file;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private KeyStore keyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "server", keys.getPrivate(), STORE_PASSWORD.toCharArray(), new Certificate[] {certificate});
    return store;
  }
}
