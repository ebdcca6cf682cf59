package io.github.talosforge.proxmox.http;

import io.github.talosforge.net.EndlessAnswerException;
import io.github.talosforge.net.RefusedTargetException;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Turns a broken or refused connection into an exception that tells cause and next step. */
final class ConnectionErrors {

  private ConnectionErrors() {}

  static ProxmoxException of(ApiRequest request, ProxmoxEndpoint endpoint, WireFailure failure) {
    IOException cause = failure.failure();
    ProxmoxException.Builder told =
        failure.stage() == WireFailure.Stage.CONNECTING
            ? neverConnected(endpoint, cause).neverSent()
            : broken(request, endpoint, failure);
    return told.request(request.summary()).cause(cause).build();
  }

  /** A success whose body is not what Proxmox sends. */
  static ProxmoxException notProxmox(
      ApiRequest request, ProxmoxEndpoint endpoint, WireAnswer answer) {
    return ProxmoxException.of(
            ErrorKind.PROTOCOL,
            request.summary()
                + " failed: the answer of "
                + endpoint
                + " is not the JSON of an API.")
        .suggestion("Check that Proxmox VE itself listens there, usually on port 8006.")
        .request(request.summary())
        .status(answer.status())
        .serverMessage(answer.reason())
        .outcomeUnknown(request.effect() == ApiRequest.Effect.WRITE)
        .build();
  }

  private static ProxmoxException.Builder neverConnected(
      ProxmoxEndpoint endpoint, IOException cause) {
    Optional<RefusedCertificateException> refused = cause(cause, RefusedCertificateException.class);
    if (refused.isPresent()) {
      return untrusted(endpoint, refused.get());
    }
    if (cause instanceof SSLPeerUnverifiedException) {
      return otherName(endpoint);
    }
    if (cause instanceof RefusedTargetException) {
      return unreachable(endpoint, cause.getMessage() + ".")
          .suggestion("This run may only talk to this machine: use the address of a simulator.");
    }
    if (cause instanceof UnknownHostException) {
      return unreachable(endpoint, "the name " + endpoint.host() + " is unknown.")
          .suggestion("Check the spelling, or give the address of the host instead.");
    }
    if (cause instanceof SSLException) {
      return unreachable(endpoint, "what listens there does not speak TLS properly.")
          .suggestion("Check that Proxmox VE itself listens there, usually on port 8006.");
    }
    return unreachable(endpoint, why(cause))
        .suggestion(
            "Check host and port (Proxmox VE listens on 8006), and that no firewall is between.");
  }

  private static ProxmoxException.Builder unreachable(ProxmoxEndpoint endpoint, String why) {
    return ProxmoxException.of(ErrorKind.CONNECTION, "Cannot reach " + endpoint + ": " + why);
  }

  private static String why(IOException cause) {
    if (cause instanceof NoRouteToHostException) {
      return "there is no route to it.";
    }
    if (cause instanceof ConnectException) {
      return "the connection was refused.";
    }
    if (cause instanceof InterruptedIOException) {
      return "nothing answers.";
    }
    return cause.getMessage() + ".";
  }

  private static ProxmoxException.Builder broken(
      ApiRequest request, ProxmoxEndpoint endpoint, WireFailure failure) {
    boolean late = failure.failure() instanceof InterruptedIOException;
    boolean endless = failure.failure() instanceof EndlessAnswerException;
    String what = late ? " did not answer in time" : " broke the connection";
    if (endless) {
      what = " " + failure.failure().getMessage();
    }
    boolean unknown =
        request.effect() == ApiRequest.Effect.WRITE && failure.stage() == WireFailure.Stage.SENT;
    if (unknown) {
      return ProxmoxException.of(
              ErrorKind.OUTCOME_UNKNOWN,
              request.summary() + " may or may not have been carried out: " + endpoint + what + ".")
          .suggestion("Look at the task list of the host before trying again.")
          .outcomeUnknown(true);
    }
    String problem = request.summary() + " failed: " + endpoint + what + ".";
    if (endless) {
      return ProxmoxException.of(ErrorKind.PROTOCOL, problem)
          .suggestion("Check that Proxmox VE itself listens there, usually on port 8006.");
    }
    return ProxmoxException.of(late ? ErrorKind.TIMEOUT : ErrorKind.CONNECTION, problem)
        .suggestion("The host may be overloaded or restarting; try again.");
  }

  private static ProxmoxException.Builder untrusted(
      ProxmoxEndpoint endpoint, RefusedCertificateException refused) {
    String found = refused.fingerprint();
    Optional<PinnedCertificate.MismatchException> mismatch =
        cause(refused, PinnedCertificate.MismatchException.class);
    if (mismatch.isPresent()) {
      return trust(
              endpoint
                  + " shows the certificate "
                  + found
                  + ", but pinned is "
                  + mismatch.get().expected()
                  + ".")
          .suggestion(
              "If 'pvenode cert info' on the host shows that fingerprint too, pin it; otherwise"
                  + " somebody sits in between.");
    }
    Optional<String> disagreement = refused.disagreement();
    if (disagreement.isPresent()) {
      return trust("The certificate of " + endpoint + " " + disagreement.get() + ".")
          .suggestion(
              "If this machine's clock is wrong, set it right. If the host's certificate is, renew"
                  + " it there ('pvecm updatecerts --force'), or pin its SHA-256 fingerprint "
                  + found
                  + ".");
    }
    return trust("The certificate of " + endpoint + " is not from a trusted authority.")
        .suggestion(
            "Give the cluster's /etc/pve/pve-root-ca.pem as CA file, or pin the SHA-256 fingerprint "
                + found
                + " if 'pvenode cert info' on the host shows the same.");
  }

  private static ProxmoxException.Builder otherName(ProxmoxEndpoint endpoint) {
    return trust(
            "The certificate of "
                + endpoint
                + " is for other names than '"
                + endpoint.host()
                + "'.")
        .suggestion(
            "Use a name that the certificate holds ('pvenode cert info' on the host), or pin its"
                + " fingerprint.");
  }

  private static ProxmoxException.Builder trust(String problem) {
    return ProxmoxException.of(ErrorKind.TRUST, problem);
  }

  private static <T extends Throwable> Optional<T> cause(Throwable start, Class<T> type) {
    for (Throwable each = start; each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return Optional.of(type.cast(each));
      }
    }
    return Optional.empty();
  }
}
