package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;

/** What the API server answers: a document, or a stream of changes. */
sealed interface ApiResponse {
  /** The HTTP status; 0: none. */
  int status();

  /**
   * A document.
   *
   * @param status the HTTP status
   * @param contentType its type
   * @param body its text
   */
  record Document(int status, String contentType, String body) implements ApiResponse {
    static Document json(int status, JsonNode content) {
      return new Document(status, "application/json", content.toString());
    }

    static Document text(int status, String text) {
      return new Document(status, "text/plain; charset=utf-8", text);
    }
  }

  /**
   * A stream of changes.
   *
   * @param watch which changes
   * @param seconds when it ends
   */
  record Stream(Watch watch, long seconds) implements ApiResponse {
    @Override
    public int status() {
      return 200;
    }
  }

  /** No answer: the connection ends. */
  record Cut() implements ApiResponse {
    @Override
    public int status() {
      return 0;
    }
  }
}
