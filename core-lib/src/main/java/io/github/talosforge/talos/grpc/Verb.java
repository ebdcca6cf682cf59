package io.github.talosforge.talos.grpc;

/** What a call does to the machine, which decides how long it may take and whether to repeat it. */
enum Verb {
  /** It only asks. */
  READ,
  /** It changes something. */
  CHANGE,
  /** It makes the machine load or install something. */
  TRANSFER;

  boolean changes() {
    return this != READ;
  }
}
