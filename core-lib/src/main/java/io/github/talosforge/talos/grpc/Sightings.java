package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.Fingerprint;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import java.util.Optional;

/** Tells from the handshake and the answer what is at an endpoint. */
final class Sightings {
  private final TalosEndpoint endpoint;
  private final Handshake handshake;
  private final Optional<AuthorityTrust> own;

  Sightings(TalosEndpoint endpoint, Handshake handshake, Optional<AuthorityTrust> own) {
    this.endpoint = endpoint;
    this.handshake = handshake;
    this.own = own;
  }

  Sighting answered(MachineStatus status) {
    if (handshake.asked()) {
      return isOwn()
          ? another()
              .orElseGet(
                  () ->
                      sighting(
                          Sighting.Kind.CONFIGURED, Optional.of(status), "Talos: " + status + "."))
          : otherAuthority();
    }
    return status.stage() == MachineStatus.Stage.MAINTENANCE
        ? sighting(
            Sighting.Kind.MAINTENANCE,
            Optional.of(status),
            "Talos in maintenance mode, waiting for its configuration.")
        : sighting(
            Sighting.Kind.STARTING,
            Optional.of(status),
            "Talos without a configuration: " + status);
  }

  Sighting failed(TalosException failure) {
    String words = failure.getMessage();
    if (handshake.asked()) {
      return isOwn() ? another().orElseGet(() -> ownButSilent(failure)) : otherAuthority();
    }
    if (handshake.shown().isPresent()) {
      return isSilence(failure)
          ? sighting(Sighting.Kind.UNREACHABLE, Optional.empty(), words)
          : sighting(
              Sighting.Kind.NOT_TALOS,
              Optional.empty(),
              "TLS, but not Talos: " + failure.serverWords());
    }
    return failure.kind() == TalosException.Kind.NOT_TALOS
        ? sighting(Sighting.Kind.NOT_TALOS, Optional.empty(), words)
        : sighting(Sighting.Kind.UNREACHABLE, Optional.empty(), words);
  }

  private Sighting ownButSilent(TalosException failure) {
    return isSilence(failure)
        ? sighting(Sighting.Kind.UNREACHABLE, Optional.empty(), failure.getMessage())
        : sighting(Sighting.Kind.CONFIGURED, Optional.empty(), words(failure));
  }

  /** What the cluster's own machine refuses is of the right authority, but of another time. */
  private static String words(TalosException failure) {
    return failure.kind() == TalosException.Kind.OTHER_AUTHORITY
        ? "Talos of this cluster, but it refuses our client certificate, which was made by this"
            + " machine's clock. One of the two clocks is wrong: set it right."
        : failure.getMessage();
  }

  private static boolean isSilence(TalosException failure) {
    return switch (failure.kind()) {
      case TIMEOUT, DISCONNECTED, UNREACHABLE, INTERRUPTED -> true;
      default -> false;
    };
  }

  private boolean isOwn() {
    return own.isPresent()
        && handshake.shown().filter(chain -> own.get().signed(chain)).isPresent();
  }

  /** What another node says of itself says nothing of the one that was asked for. */
  private Optional<Sighting> another() {
    return handshake
        .shown()
        .flatMap(chain -> ShownNames.of(chain[0]).another(endpoint))
        .map(
            words ->
                sighting(
                    Sighting.Kind.UNREACHABLE, Optional.empty(), words + "\n" + ShownNames.CURE));
  }

  private Sighting otherAuthority() {
    return sighting(
        Sighting.Kind.OTHER_AUTHORITY,
        Optional.empty(),
        "Talos, but configured with the secrets of another cluster.");
  }

  private Sighting sighting(Sighting.Kind kind, Optional<MachineStatus> status, String words) {
    Optional<Fingerprint> key =
        handshake.shown().map(chain -> Fingerprint.of(chain[0].getPublicKey()));
    return new Sighting(kind, status, key, words);
  }
}
