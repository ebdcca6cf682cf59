package io.github.talosforge.simulator.http;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a request gets: an answer, or a connection that breaks. */
public sealed interface Answer {
  /**
   * The status that is recorded; 0 for a cut connection.
   *
   * @return the status
   */
  int status();

  /**
   * An answer.
   *
   * @param status the status
   * @param reason the reason phrase; null: the usual one
   * @param contentType the content type; null: no content
   * @param body the content
   * @param delay how long it is held back
   * @param headers further headers
   */
  record Reply(
      int status,
      @Nullable String reason,
      @Nullable String contentType,
      String body,
      Duration delay,
      Map<String, String> headers)
      implements Answer {
    /** Copies the headers. */
    public Reply {
      headers = Map.copyOf(headers);
    }

    /**
     * JSON text.
     *
     * @param status the status
     * @param reason the reason phrase; null: the usual one
     * @param json the text
     * @return the answer
     */
    public static Reply json(int status, @Nullable String reason, String json) {
      return new Reply(
          status, reason, "application/json;charset=UTF-8", json, Duration.ZERO, Map.of());
    }

    /**
     * Plain text.
     *
     * @param status the status
     * @param reason the reason phrase; null: the usual one
     * @param text the text
     * @return the answer
     */
    public static Reply text(int status, @Nullable String reason, String text) {
      return new Reply(status, reason, "text/plain;charset=UTF-8", text, Duration.ZERO, Map.of());
    }

    /**
     * A status without content.
     *
     * @param status the status
     * @param reason the reason phrase; null: the usual one
     * @return the answer
     */
    public static Reply bare(int status, @Nullable String reason) {
      return new Reply(status, reason, null, "", Duration.ZERO, Map.of());
    }

    /**
     * A failure of the transport, which says the same in the status line and as content.
     *
     * @param status the status
     * @param text what went wrong
     * @param end what ends the content: a newline or nothing
     * @return the answer
     */
    public static Reply spoken(int status, String text, String end) {
      return new Reply(status, text, null, text + end, Duration.ZERO, Map.of());
    }

    /**
     * The same answer, held back.
     *
     * @param time how long
     * @return the answer
     */
    public Reply after(Duration time) {
      return new Reply(status, reason, contentType, body, time, headers);
    }
  }

  /** The connection is reset and nothing is said. */
  record Cut() implements Answer {
    @Override
    public int status() {
      return 0;
    }
  }
}
