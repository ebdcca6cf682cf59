package io.github.talosforge.pki;

import java.io.IOException;
import java.io.StringReader;
import java.util.Base64;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/** The first block of a PEM text. */
final class PemBlock {
  private static final int LINE = 64;

  private final String type;
  private final byte[] der;

  PemBlock(String type, byte[] der) {
    this.type = type;
    this.der = der.clone();
  }

  String type() {
    return type;
  }

  byte[] der() {
    return der.clone();
  }

  static PemBlock first(String what, String text) {
    try (PemReader reader = new PemReader(new StringReader(text))) {
      PemObject block = reader.readPemObject();
      if (block == null) {
        throw new PkiException(
            what + " is not PEM text: no line '-----BEGIN …-----' was found", /* cause= */ null);
      }
      return new PemBlock(block.getType(), block.getContent());
    } catch (IOException | RuntimeException e) {
      if (e instanceof PkiException known) {
        throw known;
      }
      throw new PkiException(what + " is PEM text that is cut or damaged", e);
    }
  }

  /** Writes lines of 64 characters, ended by a newline each, as Go does. */
  String text() {
    byte[] newline = {'\n'};
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(LINE, newline).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }
}
