package io.github.talosforge.net;

import io.github.talosforge.redaction.Redaction;
import java.io.IOException;

/** The dialer may only connect to this machine and was asked for another one. */
public final class RefusedTargetException extends IOException {
  private static final long serialVersionUID = 1L;

  RefusedTargetException(String target) {
    super(
        Redaction.byForm(
            "refused to connect to " + target + ": only loopback addresses are allowed here"));
  }
}
