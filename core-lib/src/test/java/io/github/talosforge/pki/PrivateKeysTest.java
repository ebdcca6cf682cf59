package io.github.talosforge.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every form of key that Talos accepts is read; what is no key gets a sentence. */
class PrivateKeysTest {
  private final SecureRandom random = new SecureRandom();

  private static List<KeyPair> keys() throws GeneralSecurityException {
    return List.of(
        KeyKind.ED25519.generate(new SecureRandom()),
        KeyKind.ECDSA_P256.generate(new SecureRandom()),
        generate("EC", new ECGenParameterSpec("secp384r1")),
        generate("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4)));
  }

  private static KeyPair generate(String algorithm, AlgorithmParameterSpec parameters)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(parameters);
    return generator.generateKeyPair();
  }

  /** Compares by use: an EC key with its public half is another text for the same key. */
  private static void assertSame(PrivateKey read, KeyPair pair) throws GeneralSecurityException {
    String algorithm = KeyKind.like(pair.getPrivate()).signature();
    Signature signer = Signature.getInstance(algorithm);
    signer.initSign(read);
    signer.update(new byte[] {1});
    byte[] signature = signer.sign();
    Signature verifier = Signature.getInstance(algorithm);
    verifier.initVerify(pair.getPublic());
    verifier.update(new byte[] {1});
    assertThat(verifier.verify(signature)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void readsWhatItWrites(KeyPair pair) throws GeneralSecurityException {
    assertSame(PrivateKeys.read(PrivateKeys.write(pair)), pair);
  }

  @ParameterizedTest
  @MethodSource("keys")
  void readsTheGenericForm(KeyPair pair) throws GeneralSecurityException {
    PemKey generic = new PemKey(new PemBlock("PRIVATE KEY", pair.getPrivate().getEncoded()).text());
    assertSame(PrivateKeys.read(generic), pair);
  }

  @Test
  void leavesOutWhatStandsBeforeTheBlock() {
    KeyPair pair = KeyKind.ED25519.generate(random);
    PemKey key = new PemKey("a remark\n\n" + PrivateKeys.write(pair).text());
    assertThat(PrivateKeys.read(key)).isEqualTo(pair.getPrivate());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | The private key is not PEM text: no line '-----BEGIN …-----' was found",
        "-----BEGIN X PRIVATE KEY-----\\nMC4=\\n-----END X PRIVATE KEY----- | A PEM block 'X PRIVATE"
            + " KEY' is no private key: expected 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'ED25519"
            + " PRIVATE KEY', 'PRIVATE KEY'",
        "-----BEGIN EC PRIVATE KEY-----\\nMC4=\\n-----END EC PRIVATE KEY----- | The content of a PEM"
            + " block 'EC PRIVATE KEY' is no key",
        "-----BEGIN PRIVATE KEY-----\\nMC4= | The private key is PEM text that is cut or damaged"
      })
  void saysWhatIsNoKey(String text, String sentence) {
    assertThatThrownBy(() -> PrivateKeys.read(new PemKey(text.replace("\\n", "\n"))))
        .isInstanceOf(PkiException.class)
        .hasMessage(sentence);
  }

  @Test
  void keysAreNeverShown() {
    PemKey key = KeyKind.ED25519.newKey(random);
    assertThat(key.toString()).isEqualTo("PemKey[***]");
    assertThat(new CertificateAndKey(new PemCertificate("c"), key).toString())
        .doesNotContain("PRIVATE");
  }
}
