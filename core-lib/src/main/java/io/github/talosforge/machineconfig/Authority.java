package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.pki.CertificateAndKey;

/** Writes a certificate authority. */
final class Authority {

  private Authority() {}

  /** Workers trust an authority, but may not have its key. */
  static Fields of(CertificateAndKey authority, boolean withKey) {
    return new Fields()
        .put("crt", authority.certificate().base64())
        .put("key", withKey ? authority.key().base64() : "");
  }
}
