package io.github.talosforge.config.yaml;

import io.github.talosforge.finding.SourceLocation;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Turns a file's bytes into text, or says why not. */
final class SourceText {
  static final int LARGEST = 1 << 20;

  private SourceText() {}

  static String decode(String file, byte[] bytes) {
    if (bytes.length > LARGEST) {
      throw new YamlRefusal(
          "TF-FILE-TOO-LARGE",
          new SourceLocation(file, 1, 1),
          "The file has " + bytes.length + " bytes; files up to 1 MiB (1048576 bytes) are read.",
          "Split the nodes over several clusters, or move manifests to URLs.");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(in, out, true);
    if (result.isError()) {
      throw notUtf8(file, bytes, in.position());
    }
    String text = out.flip().toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private static YamlRefusal notUtf8(String file, byte[] bytes, int position) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < position; i++) {
      column = bytes[i] == '\n' ? 1 : column + 1;
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return new YamlRefusal(
        "TF-FILE-ENCODING",
        new SourceLocation(file, line, column),
        "The file is not UTF-8 text from byte " + (position + 1) + " on.",
        "Save the file with the encoding UTF-8.");
  }
}
