package io.github.talosforge.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;

/** The kinds of keys that Talos makes. */
public enum KeyKind {
  /** Ed25519, for Talos' own API. */
  ED25519("Ed25519", "Ed25519"),
  /** ECDSA on the curve P-256, for Kubernetes and etcd. */
  ECDSA_P256("EC", "SHA256withECDSA"),
  /** RSA with 4096 bits, for service accounts. */
  RSA_4096("RSA", "SHA512withRSA");

  private final String algorithm;
  private final String signature;

  KeyKind(String algorithm, String signature) {
    this.algorithm = algorithm;
    this.signature = signature;
  }

  /** Returns how a key of this kind signs certificates. */
  String signature() {
    return signature;
  }

  /** Makes a key of this kind. */
  KeyPair generate(SecureRandom random) {
    try {
      return switch (this) {
        case ED25519 -> generate(NamedParameterSpec.ED25519, random);
        case ECDSA_P256 -> generate(new ECGenParameterSpec("secp256r1"), random);
        case RSA_4096 -> new RsaKeys(4096, random).generate();
      };
    } catch (GeneralSecurityException e) {
      throw new PkiException("This Java runtime cannot make " + algorithm + " keys", e);
    }
  }

  private KeyPair generate(AlgorithmParameterSpec parameters, SecureRandom random)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(parameters, random);
    return generator.generateKeyPair();
  }

  /**
   * Makes a key without a certificate.
   *
   * @param random where its bits come from
   * @return the key as Talos writes it
   */
  public PemKey newKey(SecureRandom random) {
    return PrivateKeys.write(generate(random));
  }

  /** Tells which kind of key to make beside a given one, as Talos does. */
  static KeyKind like(PrivateKey key) {
    return switch (key.getAlgorithm()) {
      case "EdDSA", "Ed25519" -> ED25519;
      case "EC" -> ECDSA_P256;
      case "RSA" -> RSA_4096;
      default ->
          throw new PkiException(
              "Keys of the algorithm " + key.getAlgorithm() + " are not used by Talos", null);
    };
  }
}
