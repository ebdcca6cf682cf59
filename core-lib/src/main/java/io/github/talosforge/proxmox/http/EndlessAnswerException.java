package io.github.talosforge.proxmox.http;

import java.io.IOException;

/** An answer is longer than any that Proxmox VE gives. */
final class EndlessAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  EndlessAnswerException(long limit) {
    super("sent more than " + (limit >> 20) + " MiB");
  }
}
