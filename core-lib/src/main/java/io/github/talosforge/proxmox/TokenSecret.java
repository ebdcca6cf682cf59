package io.github.talosforge.proxmox;

/**
 * A new token with its secret.
 *
 * @param fullName for example {@code forge@pve!ci}
 * @param secret the secret, which is shown only once
 */
public record TokenSecret(String fullName, String secret) {
  @Override
  public String toString() {
    return fullName + "=***";
  }
}
