package io.github.talosforge.net;

import java.io.IOException;

/** An answer is longer than any that such a server gives. */
public final class EndlessAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  EndlessAnswerException(int mebibytes) {
    super("sent more than " + mebibytes + " MiB");
  }
}
