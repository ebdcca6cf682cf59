package io.github.talosforge.talos;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a machine says of itself.
 *
 * @param stage how far it is
 * @param ready whether everything that belongs to the stage works
 * @param unmet what does not work yet
 */
public record MachineStatus(Stage stage, boolean ready, List<UnmetCondition> unmet) {
  /** The condition that the machine's Node is ready; without a pod network it never holds. */
  public static final String NODE_READY = "nodeReady";

  /** Keeps an own copy of the list. */
  public MachineStatus {
    unmet = List.copyOf(unmet);
  }

  /**
   * Something that a machine waits for.
   *
   * @param name what it is, such as {@code nodeReady}
   * @param reason why it does not hold
   */
  public record UnmetCondition(String name, String reason) {
    @Override
    public String toString() {
      return name + ": " + reason;
    }
  }

  /** How far a machine is. */
  public enum Stage {
    /** It did not say, or said something new. */
    UNKNOWN,
    /** It starts; a control plane stays here until etcd runs. */
    BOOTING,
    /** It writes Talos to its disk. */
    INSTALLING,
    /** It waits for a configuration. */
    MAINTENANCE,
    /** It runs. */
    RUNNING,
    /** It goes down to come back. */
    REBOOTING,
    /** It goes down. */
    SHUTTING_DOWN,
    /** It wipes itself. */
    RESETTING,
    /** It installs another version. */
    UPGRADING;

    /**
     * Reads the word of the machine's own status.
     *
     * @param word such as {@code running} or {@code shutting-down}
     * @return the stage; {@link #UNKNOWN} for a word that is not known
     */
    public static Stage of(String word) {
      String name = word.toUpperCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
      for (Stage stage : values()) {
        if (stage.name().equals(name) || stage.name().replace("_", "").equals(name)) {
          return stage;
        }
      }
      return UNKNOWN;
    }

    /**
     * Gives the word for people.
     *
     * @return the stage in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * Tells whether the machine runs and everything works that belongs to it. Talos gives up the way
   * back to the system before an upgrade only then.
   *
   * @param excused names of conditions that need not hold
   * @return whether it does
   */
  public boolean isWell(Set<String> excused) {
    return stage == Stage.RUNNING
        && (ready || (!unmet.isEmpty() && excused.containsAll(unmetNames())));
  }

  /** Names the conditions that do not hold, such as {@code nodeReady}. */
  public Set<String> unmetNames() {
    return unmet.stream().map(UnmetCondition::name).collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public String toString() {
    if (unmet.isEmpty()) {
      return stage.label() + (ready ? ", ready" : ", not ready");
    }
    return stage.label()
        + ", waits for "
        + unmet.stream().map(UnmetCondition::toString).collect(Collectors.joining("; "));
  }
}
