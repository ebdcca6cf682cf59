package io.github.talosforge.simulator.http;

import org.jspecify.annotations.Nullable;

/** A body that the API daemon gives up on before any operation sees it. */
final class UnreadableRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  UnreadableRequest(int status, String text, @Nullable Throwable cause) {
    super(text, cause);
    this.status = status;
  }

  /** Status 400 and nothing else, as for an upload whose parts come out of turn. */
  static UnreadableRequest wordless() {
    return new UnreadableRequest(400, "", null);
  }

  Answer.Reply answer() {
    String text = getMessage();
    return text == null || text.isEmpty()
        ? Answer.Reply.bare(status, null)
        : Answer.Reply.spoken(status, text, "\n");
  }
}
