package io.github.talosforge.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import org.junit.jupiter.api.RepeatedTest;

/** Keys have all that FIPS 186-5 asks of them, and sign what others verify. */
class RsaKeysTest {
  private static final int BITS = 2048;

  @RepeatedTest(4)
  void keysAreWhole() throws GeneralSecurityException {
    KeyPair pair = new RsaKeys(BITS, new SecureRandom()).generate();
    RSAPrivateCrtKey key = (RSAPrivateCrtKey) pair.getPrivate();
    BigInteger one = BigInteger.ONE;
    BigInteger p = key.getPrimeP();
    BigInteger q = key.getPrimeQ();
    BigInteger exponent = key.getPublicExponent();

    assertThat(key.getModulus()).isEqualTo(p.multiply(q));
    assertThat(key.getModulus().bitLength()).isEqualTo(BITS);
    assertThat(((RSAPublicKey) pair.getPublic()).getModulus()).isEqualTo(key.getModulus());
    assertThat(exponent).isEqualTo(BigInteger.valueOf(65_537));
    assertThat(p).isGreaterThan(q);
    assertThat(p.isProbablePrime(200)).isTrue();
    assertThat(q.isProbablePrime(200)).isTrue();
    assertThat(p.subtract(q).bitLength()).isGreaterThan(BITS / 2 - 100);
    assertThat(key.getPrivateExponent().bitLength()).isGreaterThan(BITS / 2);
    assertThat(key.getPrivateExponent().multiply(exponent).mod(p.subtract(one))).isEqualTo(one);
    assertThat(key.getPrivateExponent().multiply(exponent).mod(q.subtract(one))).isEqualTo(one);
    assertThat(key.getCrtCoefficient().multiply(q).mod(p)).isEqualTo(one);
    assertThat(key.getPrimeExponentP()).isEqualTo(key.getPrivateExponent().mod(p.subtract(one)));
    assertThat(key.getPrimeExponentQ()).isEqualTo(key.getPrivateExponent().mod(q.subtract(one)));
  }

  @RepeatedTest(2)
  void whatTheySignIsVerified() throws GeneralSecurityException {
    KeyPair pair = new RsaKeys(BITS, new SecureRandom()).generate();
    byte[] words = "service account".getBytes(StandardCharsets.UTF_8);
    Signature signing = Signature.getInstance("SHA256withRSA");
    signing.initSign(pair.getPrivate());
    signing.update(words);
    Signature verifying = Signature.getInstance("SHA256withRSA");
    verifying.initVerify(pair.getPublic());
    verifying.update(words);

    assertThat(verifying.verify(signing.sign())).isTrue();
  }
}
