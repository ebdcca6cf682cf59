package io.github.talosforge.simulator.talos.pki;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PEM text. */
public final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ([A-Z0-9 ]+)-----\\s+([A-Za-z0-9+/=\\s]+)-----END \\1-----", Pattern.DOTALL);

  private Pem() {}

  /**
   * One block.
   *
   * @param type for example {@code CERTIFICATE}
   * @param bytes the bytes in it
   */
  public record Block(String type, ByteBuffer bytes) {
    /** The bytes in it, as a copy. */
    public byte[] content() {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
  }

  /**
   * Reads the first block.
   *
   * @param text PEM text
   * @return the block
   * @throws IllegalArgumentException when there is none
   */
  public static Block read(String text) {
    Matcher matcher = BLOCK.matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException("failed to parse PEM block");
    }
    return new Block(
        matcher.group(1), ByteBuffer.wrap(Base64.getMimeDecoder().decode(matcher.group(2))));
  }

  /**
   * Writes a block.
   *
   * @param type for example {@code CERTIFICATE}
   * @param content the bytes
   * @return PEM text with a new line at its end
   */
  public static String write(String type, byte[] content) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
  }

  /**
   * PEM text as it stands in configs.
   *
   * @param pem PEM text
   * @return its Base64
   */
  public static String base64(String pem) {
    return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
  }
}
