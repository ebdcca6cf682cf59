package io.github.talosforge.plan;

import io.github.talosforge.model.NodeName;
import java.util.List;
import java.util.Set;

/**
 * Gives a machine its configuration.
 *
 * @param id the name of the change
 * @param node the node
 * @param way how the configuration takes effect
 * @param differences what differs from what the machine runs now, without secrets; empty for a
 *     machine that has no configuration
 * @param dependencies the changes before
 */
public record ConfigureMachine(
    ChangeId id, NodeName node, Way way, List<String> differences, Set<ChangeId> dependencies)
    implements TalosChange {

  /** Keeps own copies of the collections. */
  public ConfigureMachine {
    differences = List.copyOf(differences);
    dependencies = Set.copyOf(dependencies);
  }

  /** How a configuration takes effect. */
  public enum Way {
    /** The machine waits for its first one. */
    FIRST("first"),
    /** On a CD that the machine boots with. */
    BY_DISC("by-disc"),
    /** At once, without a reboot. */
    AT_ONCE("at-once"),
    /** With a reboot, which has to be allowed. */
    WITH_REBOOT("with-reboot");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    /** Tells whether the machine has no configuration before. */
    public boolean isFirst() {
      return this == FIRST || this == BY_DISC;
    }

    /** Returns the word for programs. */
    public String label() {
      return label;
    }
  }

  /**
   * Returns the change.
   *
   * @param node the node
   * @param way how the configuration takes effect
   * @param differences what differs
   * @param dependencies the changes before
   */
  public static ConfigureMachine of(
      NodeName node, Way way, List<String> differences, Set<ChangeId> dependencies) {
    return new ConfigureMachine(
        ChangeId.of("configure", node), node, way, differences, dependencies);
  }

  @Override
  public boolean disruptive() {
    return way == Way.WITH_REBOOT;
  }

  @Override
  public <R> R accept(TalosChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
