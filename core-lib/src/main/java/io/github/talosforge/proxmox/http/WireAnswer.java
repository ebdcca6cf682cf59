package io.github.talosforge.proxmox.http;

/**
 * What came back, whatever its status.
 *
 * @param status the HTTP status
 * @param reason the reason phrase, in which Proxmox before 8.4 hides its only error text
 * @param location the target of a redirect, or empty
 * @param date the server's clock as an HTTP date, or empty
 * @param body the body as text
 */
record WireAnswer(int status, String reason, String location, String date, String body) {
  boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  boolean isRedirect() {
    return status >= 300 && status < 400;
  }
}
