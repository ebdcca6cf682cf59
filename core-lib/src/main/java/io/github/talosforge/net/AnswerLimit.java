package io.github.talosforge.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The longest answer that is read of a server. Without one, an answer that never ends would fill
 * the memory before any time-out ends it.
 *
 * @param mebibytes how much may come
 */
public record AnswerLimit(int mebibytes) {
  private static final int MEBIBYTE = 1 << 20;

  /**
   * Reads an answer.
   *
   * @param answer its bytes, unpacked
   * @return its text
   * @throws EndlessAnswerException if more comes than may
   * @throws IOException if it breaks off or comes too slowly
   */
  public String read(InputStream answer) throws IOException {
    int longest = mebibytes * MEBIBYTE;
    byte[] text = answer.readNBytes(longest + 1);
    if (text.length > longest) {
      throw new EndlessAnswerException(mebibytes);
    }
    return new String(text, StandardCharsets.UTF_8);
  }

  /**
   * Reads what explains a refusal. The status already tells what happened; half an explanation adds
   * nothing.
   *
   * @param answer its bytes, unpacked
   * @return its text; empty if it cannot be read
   */
  public String readIfPossible(InputStream answer) {
    try {
      return read(answer);
    } catch (IOException e) {
      return "";
    }
  }
}
