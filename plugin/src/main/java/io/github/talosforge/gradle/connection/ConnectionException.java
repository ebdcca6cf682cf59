package io.github.talosforge.gradle.connection;

import java.io.Serial;
import org.gradle.api.GradleException;

/** A connection that cannot be made of what the user said; the message never holds a secret. */
public final class ConnectionException extends GradleException {
  @Serial private static final long serialVersionUID = 1L;

  ConnectionException(String message) {
    super(message);
  }

  ConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
