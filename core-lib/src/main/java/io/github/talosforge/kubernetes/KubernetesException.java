package io.github.talosforge.kubernetes;

import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.redaction.TalosforgeException;
import org.jspecify.annotations.Nullable;

/** The Kubernetes API could not be reached or refused to answer. */
public final class KubernetesException extends TalosforgeException {
  private static final long serialVersionUID = 1L;

  private static final int CLIENT_ERRORS = 400;
  private static final int SERVER_ERRORS = 500;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int CONFLICT = 409;

  private final int status;
  private final String words;

  KubernetesException(String message, int status, String words, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.words = Redaction.byForm(words);
  }

  /**
   * Gives the HTTP status.
   *
   * @return the status; 0 when there was no answer
   */
  public int status() {
    return status;
  }

  /**
   * Gives the words of the server.
   *
   * @return the text, empty if it said nothing
   */
  public String serverWords() {
    return words;
  }

  /**
   * Tells whether the same call can succeed a little later.
   *
   * @return whether nobody answered, or the server has trouble of its own
   */
  public boolean isTransient() {
    return status < CLIENT_ERRORS || status >= SERVER_ERRORS || isTooEarly();
  }

  /**
   * Tells whether somebody else was faster.
   *
   * @return whether the object is there already, or is another version than the call was about
   */
  public boolean isConflict() {
    return status == CONFLICT;
  }

  boolean isTooEarly() {
    return status == TOO_MANY_REQUESTS;
  }
}
