package io.github.talosforge.proxmox.http;

import java.util.Map;

/** Proves to the server who the client is. */
interface Login {
  /** The headers that carry the proof. */
  Map<String, String> headers(ApiRequest request);

  /**
   * Called after the server refused these headers.
   *
   * @return whether the next headers will differ, so that trying again makes sense
   */
  boolean renew(Map<String, String> refused);
}
