package io.github.talosforge.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Says in words why a server could not be asked. */
public final class BrokenConnection {
  private static final int LONGEST_WORDS = 200;

  private BrokenConnection() {}

  /**
   * Gives the reason.
   *
   * @param failure what the connection ended with
   * @return a part of a sentence, without a full stop
   */
  public static String why(IOException failure) {
    if (failure instanceof UnknownHostException) {
      return "the name is unknown";
    }
    if (failure instanceof NoRouteToHostException) {
      return "there is no route to it";
    }
    if (failure instanceof ConnectException) {
      return "the connection was refused";
    }
    if (failure instanceof SSLPeerUnverifiedException) {
      return "its certificate is for another name";
    }
    if (CertificateTimes.isCause(failure)) {
      return "its certificate does not count at this time, and this machine's clock says "
          + Instant.now().truncatedTo(ChronoUnit.MINUTES)
          + ": set the clock right that is wrong";
    }
    if (failure.getCause() instanceof CertificateException) {
      return "its certificate is not trusted";
    }
    String words = Quote.of(Objects.requireNonNullElse(failure.getMessage(), ""), LONGEST_WORDS);
    return words.isEmpty() ? "the connection broke" : words;
  }
}
