package io.github.talosforge.gradle.report;

import io.github.talosforge.redaction.Redaction;
import java.io.Serial;
import org.gradle.api.GradleException;

/**
 * The one way in which a task fails: all problems at once, each with its place, cause and next
 * step, complete without a stack trace.
 */
public final class ClusterFailure extends GradleException {
  @Serial private static final long serialVersionUID = 1L;

  private ClusterFailure(String message) {
    super(Redaction.byForm(message));
  }

  private ClusterFailure(String message, Throwable cause) {
    super(Redaction.byForm(message), cause);
  }

  /**
   * Fails with a sentence.
   *
   * @param sentence what went wrong and what to do
   * @return the failure
   */
  public static ClusterFailure because(String sentence) {
    return new ClusterFailure(sentence);
  }

  /**
   * Fails with a sentence and what led to it.
   *
   * @param sentence what went wrong and what to do
   * @param cause what led to it
   * @return the failure
   */
  public static ClusterFailure because(String sentence, Throwable cause) {
    return new ClusterFailure(sentence, cause);
  }

  /**
   * Returns a failure as it may be shown. One that tells nothing secret, nor anything that led to
   * it, stays what it is; of any other, words and stack trace are kept.
   *
   * @param failure the failure
   * @param redaction decides what is shown
   * @return a failure to throw
   */
  public static RuntimeException shown(RuntimeException failure, Redaction redaction) {
    if (redaction.isOpen(failure)) {
      return failure;
    }
    String words =
        failure instanceof ClusterFailure
            ? String.valueOf(failure.getMessage())
            : failure.toString();
    ClusterFailure shown = new ClusterFailure(redaction.text(words));
    shown.setStackTrace(failure.getStackTrace());
    if (failure.getCause() != null) {
      shown.initCause(redaction.cause(failure.getCause()));
    }
    return shown;
  }
}
