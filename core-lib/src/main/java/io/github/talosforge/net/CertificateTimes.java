package io.github.talosforge.net;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says when a certificate counts beside what this machine's clock says. Whoever reads only of the
 * certificate looks for the mistake there, and it is the clock as often.
 */
public final class CertificateTimes {

  private CertificateTimes() {}

  /**
   * Says how a certificate and the clock disagree.
   *
   * @param begin the moment from which the certificate counts
   * @param end the moment at which it ends
   * @param now what this machine's clock says
   * @return a part of a sentence without a full stop; empty if the certificate counts now
   */
  public static Optional<String> disagreement(Instant begin, Instant end, Instant now) {
    // What is said again and again is told once: not with every second that passes.
    String clock = ", and this machine's clock says " + now.truncatedTo(ChronoUnit.MINUTES);
    if (now.isBefore(begin)) {
      return Optional.of("is valid only from " + begin + " on" + clock);
    }
    return now.isAfter(end) ? Optional.of("ended at " + end + clock) : Optional.empty();
  }

  /** Says the same of a certificate that was shown. */
  public static Optional<String> disagreement(X509Certificate certificate, Instant now) {
    return disagreement(
        certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant(), now);
  }

  /**
   * Tells whether a failure comes from the time of a certificate.
   *
   * @param failure what a connection ended with
   * @return whether one of its causes says so
   */
  public static boolean isCause(@Nullable Throwable failure) {
    for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CertificateNotYetValidException
          || each instanceof CertificateExpiredException) {
        return true;
      }
    }
    return false;
  }
}
