package io.github.talosforge.talos;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What one look at an endpoint showed.
 *
 * @param kind what is there
 * @param status what the machine says of itself, if it talked to us
 * @param fingerprint the key that it showed, if it spoke TLS
 * @param words a sentence for the user
 */
public record Sighting(
    Kind kind, Optional<MachineStatus> status, Optional<Fingerprint> fingerprint, String words) {

  /** What is at an endpoint. */
  public enum Kind {
    /** No connection: the port is closed, filtered, or the address answers not at all. */
    UNREACHABLE,
    /** Something answers, but it is not the API of Talos. */
    NOT_TALOS,
    /** Talos without a configuration that is not ready to get one yet. */
    STARTING,
    /** Talos without a configuration, ready to get one. */
    MAINTENANCE,
    /** Talos with a configuration of another cluster, or of the same name but other secrets. */
    OTHER_AUTHORITY,
    /** Talos with a configuration of this cluster. */
    CONFIGURED
  }

  /**
   * Tells whether the machine is configured and has finished to boot.
   *
   * @return whether its stage is {@link MachineStatus.Stage#RUNNING}
   */
  public boolean isRunning() {
    return kind == Kind.CONFIGURED
        && status.filter(seen -> seen.stage() == MachineStatus.Stage.RUNNING).isPresent();
  }

  /**
   * Tells whether the machine is configured, has finished to boot and is ready.
   *
   * @param excused names of conditions that need not hold
   * @return whether it is
   */
  public boolean isWell(Set<String> excused) {
    return kind == Kind.CONFIGURED && status.filter(seen -> seen.isWell(excused)).isPresent();
  }

  /** Names the conditions that keep the machine from being ready, as far as it told. */
  public Set<String> unmetNames() {
    return status.map(MachineStatus::unmetNames).orElse(Set.of());
  }

  /**
   * Says in a word or two what is there.
   *
   * @return the stage of a machine of this cluster, else what keeps it from being one
   */
  public String label() {
    return switch (kind) {
      case UNREACHABLE -> "not seen";
      case NOT_TALOS -> "no Talos";
      case STARTING -> "starting";
      case MAINTENANCE -> "maintenance";
      case OTHER_AUTHORITY -> "other cluster";
      case CONFIGURED -> status.map(Sighting::label).orElse("configured");
    };
  }

  private static String label(MachineStatus status) {
    String stage = status.stage().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    boolean runsBadly = status.stage() == MachineStatus.Stage.RUNNING && !status.ready();
    return runsBadly ? stage + ", not ready" : stage;
  }
}
