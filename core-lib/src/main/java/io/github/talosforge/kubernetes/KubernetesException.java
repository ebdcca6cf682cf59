package io.github.talosforge.kubernetes;

import org.jspecify.annotations.Nullable;

/** The Kubernetes API could not be reached or refused to answer. */
public final class KubernetesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  KubernetesException(String message, int status, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /**
   * Gives the HTTP status.
   *
   * @return the status; 0 when there was no answer
   */
  public int status() {
    return status;
  }
}
