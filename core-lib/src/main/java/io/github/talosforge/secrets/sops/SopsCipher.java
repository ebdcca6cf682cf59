package io.github.talosforge.secrets.sops;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts and decrypts single values: AES-256-GCM, bound to the place of the value. */
final class SopsCipher {
  static final int KEY_BYTES = 32;
  private static final int IV_BYTES = 32;
  private static final int TAG_BYTES = 16;
  private static final Pattern FORM =
      Pattern.compile("ENC\\[AES256_GCM,data:(.+),iv:(.+),tag:(.+),type:(.+)\\]", Pattern.DOTALL);

  private final SecretKeySpec key;

  SopsCipher(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
  }

  static boolean hasForm(String text) {
    return FORM.matcher(text).matches();
  }

  SopsPlain decrypt(String text, String place) throws GeneralSecurityException {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new GeneralSecurityException("not of the form ENC[AES256_GCM,…]");
    }
    Base64.Decoder base64 = Base64.getDecoder();
    try {
      byte[] closed = join(base64.decode(matcher.group(1)), base64.decode(matcher.group(3)));
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, base64.decode(matcher.group(2)), place);
      return new SopsPlain(cipher.doFinal(closed), matcher.group(4));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("not base64", e);
    }
  }

  String encrypt(SopsPlain plain, String place, SecureRandom random)
      throws GeneralSecurityException {
    byte[] iv = new byte[IV_BYTES];
    random.nextBytes(iv);
    byte[] closed = cipher(Cipher.ENCRYPT_MODE, iv, place).doFinal(plain.bytes());
    int length = closed.length - TAG_BYTES;
    return "ENC[AES256_GCM,data:%s,iv:%s,tag:%s,type:%s]"
        .formatted(
            base64(closed, 0, length),
            base64(iv, 0, IV_BYTES),
            base64(closed, length, closed.length),
            plain.type());
  }

  private Cipher cipher(int mode, byte[] iv, String place) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
    cipher.updateAAD(place.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  private static String base64(byte[] bytes, int from, int to) {
    return Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, from, to));
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] whole = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, whole, first.length, second.length);
    return whole;
  }
}
