package io.github.talosforge.yaml;

import io.github.talosforge.redaction.Redaction;
import java.io.Serial;

/** A text is not the YAML or JSON that it should be; the message names the place. */
public final class UnreadableYamlException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  private final String message;

  /**
   * States what is wrong and where.
   *
   * @param file the name of the file
   * @param line the line, from 1
   * @param problem what is wrong, as a sentence
   */
  public UnreadableYamlException(String file, int line, String problem) {
    this.message = Redaction.byForm(file + ":" + line + ": " + problem);
  }

  /** Returns place and problem. */
  @Override
  public String getMessage() {
    return message;
  }
}
