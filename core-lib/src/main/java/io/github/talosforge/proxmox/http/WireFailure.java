package io.github.talosforge.proxmox.http;

import java.io.IOException;

/** A call that got no complete answer, and how far it came. */
final class WireFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** How far a call came. */
  enum Stage {
    /** Not one byte of the request was sent. */
    CONNECTING,
    /** The connection broke before the last byte of the request was sent: nobody can act on it. */
    SENDING,
    /** The request was sent completely; whether it was carried out is unknown. */
    SENT
  }

  private final Stage stage;
  private final IOException failure;

  WireFailure(Stage stage, IOException failure) {
    super(failure);
    this.stage = stage;
    this.failure = failure;
  }

  Stage stage() {
    return stage;
  }

  IOException failure() {
    return failure;
  }
}
