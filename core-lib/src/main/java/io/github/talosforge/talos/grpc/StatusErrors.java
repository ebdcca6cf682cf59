package io.github.talosforge.talos.grpc;

import io.github.talosforge.net.RefusedTargetException;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosException.Kind;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Turns what gRPC says into an exception that tells cause and next step. */
final class StatusErrors {
  private static final String CHECK_PORT =
      "Check that the VM runs, that the address is right, and that no firewall closes port 50000.";

  private static final String CLOCKS =
      "Set the clock of this machine right, or that of the other one (time servers).";
  private static final String OTHER_SECRETS =
      "If the clock is right, the machine is configured with the secrets of another cluster. "
          + CLOCKS;
  private static final String PERHAPS_REFUSED =
      "The machine may be restarting; if it stays so, it refuses our client certificate. "
          + OTHER_SECRETS;
  private static final String CHECK_TALOS =
      "Check that it is Talos, in a version that is supported, that answers there.";

  private final TalosEndpoint endpoint;
  private final Handshake handshake;

  StatusErrors(TalosEndpoint endpoint, Handshake handshake) {
    this.endpoint = endpoint;
    this.handshake = handshake;
  }

  TalosEndpoint endpoint() {
    return endpoint;
  }

  TalosException of(
      Verb verb, MethodDescriptor<?, ?> method, StatusRuntimeException failure, boolean sent) {
    String call = call(method);
    Status status = failure.getStatus();
    TalosException.Builder told =
        status.getCode() == Status.Code.UNAVAILABLE || status.getCode() == Status.Code.UNKNOWN
            ? connection(call, status, sent)
            : answer(call, status, sent);
    boolean lost = sent && verb.changes() && isSilence(status);
    return told.serverWords(words(status)).outcomeUnknown(lost).cause(failure).build();
  }

  TalosException refused(MethodDescriptor<?, ?> method, String words) {
    return TalosException.of(
            Kind.SERVER, endpoint.toString(), call(method), failed(call(method), words))
        .serverWords(words)
        .build();
  }

  /** Reports a stream that brings more than any call of Talos. */
  TalosException endless(MethodDescriptor<?, ?> method, long longest) {
    String call = call(method);
    return told(Kind.SERVER, call, failed(call, "it sent more than " + (longest >> 20) + " MiB."))
        .suggestion(CHECK_TALOS)
        .build();
  }

  /** Reports a stream that stopped in its midst. */
  TalosException silent(MethodDescriptor<?, ?> method, Duration patience) {
    String call = call(method);
    String why = "it sent nothing for " + patience.toSeconds() + " s.";
    return told(Kind.TIMEOUT, call, failed(call, why))
        .suggestion("The machine may be overloaded, or the network to it broken; try again.")
        .build();
  }

  private static boolean isSilence(Status status) {
    return switch (status.getCode()) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> true;
      default -> false;
    };
  }

  private static String call(MethodDescriptor<?, ?> method) {
    return Objects.requireNonNullElse(method.getBareMethodName(), method.getFullMethodName());
  }

  private static String words(Status status) {
    return Objects.requireNonNullElse(status.getDescription(), "");
  }

  private TalosException.Builder told(Kind kind, String call, String problem) {
    return TalosException.of(kind, endpoint.toString(), call, problem);
  }

  private String failed(String call, String why) {
    return call + " on " + endpoint + " failed: " + why;
  }

  private TalosException.Builder answer(String call, Status status, boolean sent) {
    String words = words(status);
    String problem = failed(call, words.isEmpty() ? status.getCode().toString() : words);
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED -> late(call, sent);
      case CANCELLED -> cancelled(call, status);
      case UNIMPLEMENTED -> unimplemented(call, words, problem);
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          told(Kind.PERMISSION, call, problem)
              .suggestion(
                  "Use a client certificate with the role os:admin; a machine in maintenance mode"
                      + " allows little more than to be configured.");
      case FAILED_PRECONDITION, ABORTED -> told(Kind.PRECONDITION, call, problem);
      case ALREADY_EXISTS -> told(Kind.ALREADY_EXISTS, call, problem);
      case NOT_FOUND -> told(Kind.NOT_FOUND, call, problem);
      case INVALID_ARGUMENT -> argument(call, problem);
      default -> told(Kind.SERVER, call, problem);
    };
  }

  private TalosException.Builder late(String call, boolean sent) {
    return sent
        ? told(Kind.TIMEOUT, call, call + " on " + endpoint + " got no answer in time.")
            .suggestion("The machine may be overloaded or starting; try again.")
        : told(
                Kind.TIMEOUT,
                call,
                call + " on " + endpoint + " was not sent: no TLS connection came about in time.")
            .suggestion(
                "The machine may be overloaded or starting; if it stays so, what listens there is"
                    + " not Talos.");
  }

  /** An answer that cannot be read cancels its call from this side, and is the status' cause. */
  private TalosException.Builder cancelled(String call, Status status) {
    return status.getCause() instanceof StatusRuntimeException
        ? told(Kind.SERVER, call, failed(call, "its answer is not one that Talos gives."))
            .suggestion(CHECK_TALOS)
        : told(Kind.INTERRUPTED, call, call + " on " + endpoint + " was given up.");
  }

  private TalosException.Builder unimplemented(String call, String words, String problem) {
    if (words.contains("maintenance mode")) {
      return told(Kind.MAINTENANCE, call, problem)
          .suggestion("The machine has no configuration yet; give it one first.");
    }
    return words.contains("HTTP status")
        ? notTalos(call, words)
        : told(Kind.UNIMPLEMENTED, call, problem)
            .suggestion("This version of Talos does not know the call.");
  }

  private TalosException.Builder argument(String call, String problem) {
    return call.equals("ApplyConfiguration")
        ? told(Kind.INVALID_CONFIGURATION, call, problem)
            .suggestion("Compare the configuration's version contract with the machine's Talos.")
        : told(Kind.ARGUMENT, call, problem);
  }

  private TalosException.Builder notTalos(String call, String why) {
    return told(Kind.NOT_TALOS, call, "What listens at " + endpoint + " is not Talos: " + why)
        .suggestion("Check that no other machine has the address.");
  }

  private TalosException.Builder connection(String call, Status status, boolean sent) {
    @Nullable Throwable cause = status.getCause();
    Optional<PinnedKey.OtherKeyException> other = find(cause, PinnedKey.OtherKeyException.class);
    if (other.isPresent()) {
      return told(Kind.FINGERPRINT, call, endpoint + ": " + other.get().getMessage() + ".")
          .suggestion("Compare with the fingerprint on the machine's console.");
    }
    if (find(cause, AuthorityTrust.StrangeMachineException.class).isPresent()) {
      return strange(call, cause);
    }
    if (find(cause, SSLPeerUnverifiedException.class).isPresent()) {
      return another(call).orElseGet(() -> strange(call, cause));
    }
    if (isRefusal(cause)) {
      return told(
              Kind.OTHER_AUTHORITY,
              call,
              endpoint + " refuses our client certificate, which was made by this machine's clock.")
          .suggestion(OTHER_SECRETS);
    }
    if (status.getCode() == Status.Code.UNKNOWN) {
      return unknown(call, status);
    }
    return sent ? broken(call, status) : neverConnected(call, cause, words(status));
  }

  private TalosException.Builder unknown(String call, Status status) {
    String words = words(status);
    if (words.contains("HTTP status")) {
      return notTalos(call, words);
    }
    Kind kind =
        call.equals("ApplyConfiguration") && words.contains("parse")
            ? Kind.INVALID_CONFIGURATION
            : Kind.SERVER;
    return told(kind, call, failed(call, words));
  }

  /** Its certificate is of the cluster's CA and names another machine. */
  private Optional<TalosException.Builder> another(String call) {
    return handshake
        .shown()
        .flatMap(chain -> ShownNames.of(chain[0]).another(endpoint))
        .map(words -> told(Kind.UNREACHABLE, call, words).suggestion(ShownNames.CURE));
  }

  private TalosException.Builder strange(String call, @Nullable Throwable cause) {
    Optional<String> disagreement =
        find(cause, AuthorityTrust.StrangeMachineException.class)
            .flatMap(AuthorityTrust.StrangeMachineException::disagreement);
    if (disagreement.isPresent()) {
      return told(
              Kind.OTHER_AUTHORITY,
              call,
              "The certificate of " + endpoint + " " + disagreement.get() + ".")
          .suggestion(CLOCKS);
    }
    return told(
            Kind.OTHER_AUTHORITY,
            call,
            "The machine at " + endpoint + " does not belong to this cluster's CA.")
        .suggestion(
            "It is in maintenance mode, or configured with other secrets: use the secrets file that"
                + " it was made with, or reset the machine.");
  }

  private TalosException.Builder broken(String call, Status status) {
    return told(
            Kind.DISCONNECTED, call, failed(call, "the connection broke. " + words(status)).strip())
        .suggestion("The machine may be restarting: look at its state before trying again.");
  }

  private TalosException.Builder neverConnected(
      String call, @Nullable Throwable cause, String words) {
    if (cause instanceof RefusedTargetException) {
      return unreachable(call, cause.getMessage() + ".")
          .suggestion("This run may only talk to this machine: use a proxy on it.");
    }
    if (find(cause, SSLException.class).isPresent()) {
      return notTalos(call, "it does not speak TLS properly.");
    }
    if (cause instanceof IOException broken) {
      return unreachable(call, ofEachAddress(broken))
          .suggestion(handshake.asked() && brokeOff(broken) ? PERHAPS_REFUSED : CHECK_PORT);
    }
    return words.toLowerCase(Locale.ROOT).contains("alpn")
            || (cause instanceof RuntimeException && !words.isEmpty())
        ? notTalos(call, "it does not speak HTTP/2.")
        : unreachable(call, words.isEmpty() ? "no reason is known." : words).suggestion(CHECK_PORT);
  }

  private TalosException.Builder unreachable(String call, String why) {
    return told(Kind.UNREACHABLE, call, "Cannot reach " + endpoint + ": " + why);
  }

  /** A name may have several addresses, and each its own reason. */
  private static String ofEachAddress(IOException failure) {
    return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
        .filter(IOException.class::isInstance)
        .map(each -> why((IOException) each))
        .distinct()
        .collect(Collectors.joining(" At another address "));
  }

  private static String why(IOException cause) {
    if (cause instanceof SocketTimeoutException) {
      return "nothing answers.";
    }
    if (cause instanceof NoRouteToHostException) {
      return "there is no route to it.";
    }
    if (cause instanceof ConnectException) {
      return "the port is closed.";
    }
    if (cause instanceof UnknownHostException) {
      return "the name is unknown.";
    }
    return cause instanceof ProtocolException
        ? cause.getMessage() + "."
        : "the connection broke (" + cause.getMessage() + ").";
  }

  /**
   * Tells whether somebody was there. A machine tells its refusal after it ended the connection on
   * its side, so that a call that is being written can come before its words.
   */
  private static boolean brokeOff(IOException cause) {
    return !(cause instanceof SocketTimeoutException
        || cause instanceof NoRouteToHostException
        || cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || cause instanceof ProtocolException);
  }

  /**
   * Recognises a machine that asked for a certificate and did not like ours, or that we had none.
   */
  private static boolean isRefusal(@Nullable Throwable cause) {
    return find(cause, SSLException.class)
        .map(Throwable::getMessage)
        .filter(
            words ->
                words.contains("certificate_required")
                    || words.contains("certificate_expired")
                    || words.contains("bad_certificate")
                    || words.contains("unknown_ca")
                    || words.contains("certificate_unknown")
                    || words.contains("unknown_certificate"))
        .isPresent();
  }

  private static <T extends Throwable> Optional<T> find(@Nullable Throwable start, Class<T> type) {
    for (Throwable each = start; each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return Optional.of(type.cast(each));
      }
    }
    return Optional.empty();
  }
}
