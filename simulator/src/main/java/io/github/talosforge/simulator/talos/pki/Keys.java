package io.github.talosforge.simulator.talos.pki;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** Private keys in the PEM types that Talos reads and writes. */
public final class Keys {
  private Keys() {}

  /**
   * A new Ed25519 pair.
   *
   * @return the pair
   */
  public static KeyPair ed25519() {
    try {
      return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no Ed25519", e);
    }
  }

  /**
   * A new pair of the algorithm of another key.
   *
   * @param like the other key
   * @return the pair
   */
  public static KeyPair like(PrivateKey like) {
    try {
      if (like.getAlgorithm().equals("EC")) {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
      }
      if (like.getAlgorithm().equals("RSA")) {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
      }
      return ed25519();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot make a key pair", e);
    }
  }

  /**
   * Reads a private key.
   *
   * @param pem {@code ED25519}, {@code EC}, {@code RSA} or plain {@code PRIVATE KEY}
   * @return the key
   * @throws IllegalArgumentException when it is none
   */
  public static PrivateKey read(String pem) {
    Pem.Block block = Pem.read(pem);
    try {
      return switch (block.type()) {
        case "EC PRIVATE KEY" -> sec1(block.content());
        case "RSA PRIVATE KEY" -> pkcs1(block.content());
        case "ED25519 PRIVATE KEY", "PRIVATE KEY" -> pkcs8(block.content());
        default -> throw new IllegalArgumentException("unsupported key type: " + block.type());
      };
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("failed to parse private key: " + e.getMessage(), e);
    }
  }

  private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException, IOException {
    String oid = PrivateKeyInfo.getInstance(der).getPrivateKeyAlgorithm().getAlgorithm().getId();
    String algorithm =
        switch (oid) {
          case "1.3.101.112" -> "Ed25519";
          case "1.2.840.10045.2.1" -> "EC";
          case "1.2.840.113549.1.1.1" -> "RSA";
          default -> throw new IllegalArgumentException("unsupported key algorithm: " + oid);
        };
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
  }

  private static PrivateKey sec1(byte[] der) throws GeneralSecurityException, IOException {
    ECPrivateKey key = ECPrivateKey.getInstance(ASN1Sequence.getInstance(der));
    AlgorithmIdentifier algorithm =
        new AlgorithmIdentifier(
            X9ObjectIdentifiers.id_ecPublicKey,
            key.getParametersObject() == null
                ? SECObjectIdentifiers.secp256r1
                : key.getParametersObject());
    return pkcs8(new PrivateKeyInfo(algorithm, key).getEncoded());
  }

  private static PrivateKey pkcs1(byte[] der) throws GeneralSecurityException, IOException {
    AlgorithmIdentifier algorithm =
        new AlgorithmIdentifier(
            PKCSObjectIdentifiers.rsaEncryption, org.bouncycastle.asn1.DERNull.INSTANCE);
    return pkcs8(new PrivateKeyInfo(algorithm, ASN1Sequence.getInstance(der)).getEncoded());
  }

  static String write(PrivateKey key) {
    try {
      return switch (key.getAlgorithm()) {
        case "EC" -> {
          PrivateKeyInfo info = PrivateKeyInfo.getInstance(key.getEncoded());
          ECPrivateKey bare = ECPrivateKey.getInstance(info.parsePrivateKey());
          ECPrivateKey whole =
              new ECPrivateKey(
                  256,
                  bare.getKey(),
                  bare.getPublicKey(),
                  info.getPrivateKeyAlgorithm().getParameters());
          yield Pem.write("EC PRIVATE KEY", whole.getEncoded());
        }
        case "RSA" ->
            Pem.write(
                "RSA PRIVATE KEY",
                PrivateKeyInfo.getInstance(key.getEncoded())
                    .parsePrivateKey()
                    .toASN1Primitive()
                    .getEncoded());
        default -> Pem.write("ED25519 PRIVATE KEY", key.getEncoded());
      };
    } catch (IOException e) {
      throw new IllegalStateException("Cannot write a private key", e);
    }
  }

  /**
   * Reads a certificate.
   *
   * @param pem PEM text
   * @return the certificate
   * @throws IllegalArgumentException when it is none
   */
  public static X509Certificate certificate(String pem) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(Pem.read(pem).content()));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("failed to parse certificate: " + e.getMessage(), e);
    }
  }
}
