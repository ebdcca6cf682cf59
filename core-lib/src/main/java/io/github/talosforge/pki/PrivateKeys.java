package io.github.talosforge.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.interfaces.ECKey;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.ASN1BitString;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.jspecify.annotations.Nullable;

/** Reads and writes private keys in the PEM types that Talos knows. */
public final class PrivateKeys {
  private static final String ED25519 = "ED25519 PRIVATE KEY";
  private static final String EC = "EC PRIVATE KEY";
  private static final String RSA = "RSA PRIVATE KEY";
  private static final String PKCS8 = "PRIVATE KEY";

  private PrivateKeys() {}

  /**
   * Reads a key.
   *
   * @param key one of the PEM types {@code RSA PRIVATE KEY}, {@code EC PRIVATE KEY}, {@code ED25519
   *     PRIVATE KEY} and {@code PRIVATE KEY}
   * @return the key
   * @throws PkiException if it is none of these
   */
  public static PrivateKey read(PemKey key) {
    PemBlock block = PemBlock.first("The private key", key.text());
    try {
      PrivateKeyInfo info = pkcs8(block);
      String algorithm = algorithm(info.getPrivateKeyAlgorithm().getAlgorithm());
      return KeyFactory.getInstance(algorithm)
          .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new PkiException("The content of a PEM block '" + block.type() + "' is no key", e);
    }
  }

  /** Writes a new key in the type that Talos gives to keys of its kind. */
  static PemKey write(KeyPair pair) {
    PrivateKeyInfo info = PrivateKeyInfo.getInstance(pair.getPrivate().getEncoded());
    try {
      return new PemKey(
          switch (KeyKind.like(pair.getPrivate())) {
            case ED25519 -> new PemBlock(ED25519, ed25519(info)).text();
            case ECDSA_P256 -> new PemBlock(EC, sec1(info, pair)).text();
            case RSA_4096 ->
                new PemBlock(RSA, info.parsePrivateKey().toASN1Primitive().getEncoded()).text();
          });
    } catch (IOException e) {
      throw new PkiException("A new key could not be written", e);
    }
  }

  /** Go's reader takes the plain form of PKCS#8 only: no attributes and no public key. */
  private static byte[] ed25519(PrivateKeyInfo info) throws IOException {
    return new PrivateKeyInfo(info.getPrivateKeyAlgorithm(), info.parsePrivateKey()).getEncoded();
  }

  /** With curve and public key, as Go writes it. */
  private static byte[] sec1(PrivateKeyInfo info, KeyPair pair) throws IOException {
    ECPrivateKey bare = ECPrivateKey.getInstance(info.parsePrivateKey());
    ASN1BitString open =
        SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()).getPublicKeyData();
    ASN1Encodable curve = info.getPrivateKeyAlgorithm().getParameters();
    int bits = ((ECKey) pair.getPrivate()).getParams().getOrder().bitLength();
    return new ECPrivateKey(bits, bare.getKey(), open, curve).getEncoded();
  }

  private static PrivateKeyInfo pkcs8(PemBlock block) throws IOException {
    return switch (block.type()) {
      case PKCS8, ED25519 -> PrivateKeyInfo.getInstance(block.der());
      case RSA ->
          new PrivateKeyInfo(
              new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
              RSAPrivateKey.getInstance(block.der()));
      case EC -> ec(ECPrivateKey.getInstance(block.der()));
      default ->
          throw new PkiException(
              "A PEM block '"
                  + block.type()
                  + "' is no private key: expected '"
                  + String.join("', '", RSA, EC, ED25519, PKCS8)
                  + "'",
              /* cause= */ null);
    };
  }

  private static PrivateKeyInfo ec(ECPrivateKey key) throws IOException {
    @Nullable ASN1Encodable curve = key.getParametersObject();
    if (curve == null) {
      throw new PkiException("An EC private key does not name its curve", /* cause= */ null);
    }
    return new PrivateKeyInfo(
        new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, curve), key);
  }

  private static String algorithm(ASN1ObjectIdentifier id) {
    if (id.equals(PKCSObjectIdentifiers.rsaEncryption)) {
      return "RSA";
    }
    if (id.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
      return "EC";
    }
    if (id.equals(EdECObjectIdentifiers.id_Ed25519)) {
      return "Ed25519";
    }
    throw new PkiException(
        "A private key has the algorithm " + id + "; RSA, EC and Ed25519 are read", null);
  }
}
