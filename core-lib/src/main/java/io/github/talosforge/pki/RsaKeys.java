package io.github.talosforge.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/**
 * Makes RSA keys as the JDK does (FIPS 186-5, A.1.3), but looks for both primes with all
 * processors: where little is compiled yet, one alone needs many seconds for 4,096 bits.
 */
final class RsaKeys {
  private static final BigInteger EXPONENT = RSAKeyGenParameterSpec.F4;

  /** Odds of 2^-112 and better that a found number is no prime, for 1,024 bits and more. */
  private static final int CERTAINTY = 112;

  /** How far the leading bits of the primes must differ, lest Fermat's method find them. */
  private static final int DISTANCE = 100;

  private static final BigInteger TINY = product(3, 100);
  private static final BigInteger SMALL = product(100, 5_000);

  private final int bits;
  private final SecureRandom random;

  RsaKeys(int bits, SecureRandom random) {
    this.bits = bits;
    this.random = random;
  }

  /** Makes a key. */
  KeyPair generate() throws GeneralSecurityException {
    while (true) {
      List<BigInteger> primes = primes();
      BigInteger p = primes.get(0);
      BigInteger q = primes.get(1);
      boolean apart = p.subtract(q).abs().bitLength() > bits / 2 - DISTANCE;
      BigInteger phi = p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));
      BigInteger d = EXPONENT.modInverse(phi);
      if (apart && d.bitLength() > bits / 2) {
        return pair(p.max(q), p.min(q), d);
      }
    }
  }

  private static KeyPair pair(BigInteger p, BigInteger q, BigInteger d)
      throws GeneralSecurityException {
    BigInteger modulus = p.multiply(q);
    KeyFactory factory = KeyFactory.getInstance("RSA");
    return new KeyPair(
        factory.generatePublic(new RSAPublicKeySpec(modulus, EXPONENT)),
        factory.generatePrivate(
            new RSAPrivateCrtKeySpec(
                modulus,
                EXPONENT,
                d,
                p,
                q,
                d.mod(p.subtract(BigInteger.ONE)),
                d.mod(q.subtract(BigInteger.ONE)),
                q.modInverse(p))));
  }

  /** Looks for two primes on all processors; when they are found, nobody searches any more. */
  private List<BigInteger> primes() {
    Queue<BigInteger> found = new ConcurrentLinkedQueue<>();
    IntStream.range(0, Runtime.getRuntime().availableProcessors())
        .parallel()
        .forEach(
            searcher -> {
              while (found.size() < 2) {
                BigInteger number = candidate();
                if (number.isProbablePrime(CERTAINTY)) {
                  found.add(number);
                }
              }
            });
    return List.copyOf(found);
  }

  /** The two highest bits are set, so that the product of two has all of its bits. */
  private BigInteger candidate() {
    while (true) {
      BigInteger number =
          new BigInteger(bits / 2, random).setBit(bits / 2 - 1).setBit(bits / 2 - 2).setBit(0);
      if (isCoprime(number, TINY)
          && isCoprime(number, SMALL)
          && isCoprime(number.subtract(BigInteger.ONE), EXPONENT)) {
        return number;
      }
    }
  }

  private static boolean isCoprime(BigInteger number, BigInteger other) {
    return number.gcd(other).equals(BigInteger.ONE);
  }

  private static BigInteger product(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(BigInteger::valueOf)
        .filter(number -> number.isProbablePrime(CERTAINTY))
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }
}
