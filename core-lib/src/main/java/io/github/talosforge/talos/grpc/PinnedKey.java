package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.Fingerprint;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Accepts one key: the one that was given, or the one that was seen first. */
final class PinnedKey implements Judge {
  private final AtomicReference<@Nullable Fingerprint> pin;

  private PinnedKey(@Nullable Fingerprint pin) {
    this.pin = new AtomicReference<>(pin);
  }

  static PinnedKey of(Fingerprint fingerprint) {
    return new PinnedKey(fingerprint);
  }

  static PinnedKey first() {
    return new PinnedKey(null);
  }

  @Override
  public void judge(X509Certificate[] chain) throws CertificateException {
    Fingerprint shown = Fingerprint.of(chain[0].getPublicKey());
    if (!pin.compareAndSet(null, shown)) {
      Fingerprint expected = pin.get();
      if (!shown.equals(expected)) {
        throw new OtherKeyException(shown, expected);
      }
    }
  }

  /** The machine showed another key than the pinned one. */
  static final class OtherKeyException extends CertificateException {
    private static final long serialVersionUID = 1L;

    OtherKeyException(Fingerprint shown, @Nullable Fingerprint expected) {
      super("it shows the key " + shown + ", but expected is " + expected);
    }
  }
}
