package io.github.talosforge.simulator.factory;

import io.github.talosforge.simulator.world.RemoteImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The small file that stands for an image: a text that says what it is and how large the real one
 * would be. Where qcow2 is asked for, it is an empty image of that kind with the text in its
 * header, so that whoever looks into it finds what its name says.
 */
public final class ImageFile {
  private static final int HEAD = 1024;
  private static final Pattern TEXT =
      Pattern.compile(
          "simulated image\\nidentity: (\\S+)\\nsize: (\\d+)\\nvirtual-size: (\\d+)\\n",
          Pattern.DOTALL);
  private static final Map<String, String> ALGORITHMS =
      Map.of(
          "md5", "MD5",
          "sha1", "SHA-1",
          "sha224", "SHA-224",
          "sha256", "SHA-256",
          "sha384", "SHA-384",
          "sha512", "SHA-512");

  private ImageFile() {}

  static byte[] content(ImageName name) {
    byte[] text = text(name).getBytes(StandardCharsets.UTF_8);
    return name.file().endsWith(".qcow2") ? EmptyQcow2.image(name.virtualSize(), text) : text;
  }

  private static String text(ImageName name) {
    return "simulated image\nidentity: "
        + name.identity()
        + "\nsize: "
        + name.size()
        + "\nvirtual-size: "
        + name.virtualSize()
        + "\n";
  }

  static RemoteImage describe(ImageName name) {
    byte[] content = content(name);
    try {
      return describe(
          content,
          checksums(new ByteArrayInputStream(content)),
          content.length,
          name.contentType());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Looks into a file, whatever it holds.
   *
   * @param file the file
   * @return its size, checksums and, when it is one of the factory's, its identity
   */
  public static RemoteImage describe(Path file) {
    try (InputStream in = Files.newInputStream(file);
        InputStream again = Files.newInputStream(file)) {
      return describe(in.readNBytes(HEAD), checksums(again), Files.size(file), null);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private static RemoteImage describe(
      byte[] head, Map<String, String> checksums, long length, @Nullable String type) {
    String format = EmptyQcow2.is(head) ? "qcow2" : "raw";
    Matcher text = TEXT.matcher(new String(head, StandardCharsets.ISO_8859_1));
    if (!text.find()) {
      return new RemoteImage(length, length, checksums, null, type, format);
    }
    return new RemoteImage(
        Long.parseLong(text.group(2)),
        Long.parseLong(text.group(3)),
        checksums,
        text.group(1),
        type,
        format);
  }

  private static Map<String, String> checksums(InputStream in) throws IOException {
    Map<String, MessageDigest> digests = new LinkedHashMap<>();
    ALGORITHMS.forEach((name, algorithm) -> digests.put(name, digest(algorithm)));
    byte[] buffer = new byte[64 * 1024];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      for (MessageDigest digest : digests.values()) {
        digest.update(buffer, 0, read);
      }
    }
    Map<String, String> checksums = new LinkedHashMap<>();
    digests.forEach((name, d) -> checksums.put(name, HexFormat.of().formatHex(d.digest())));
    return checksums;
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no " + algorithm, e);
    }
  }
}
