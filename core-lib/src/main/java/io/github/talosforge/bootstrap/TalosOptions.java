package io.github.talosforge.bootstrap;

import io.github.talosforge.plan.NodeSelection;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * How the nodes are brought up.
 *
 * @param patience how long each step may take before the run gives up
 * @param allowReboots whether running nodes may be rebooted for a new configuration
 * @param nodes the nodes that are configured and waited for; the others are only looked at
 * @param stopped whether the run was asked to stop: then nothing new is begun
 * @param turn asked before each step that changes the cluster whether this run came to its turn
 *     just now, so that what it saw before may be old; throws if another run is at work
 */
public record TalosOptions(
    Duration patience,
    boolean allowReboots,
    NodeSelection nodes,
    BooleanSupplier stopped,
    BooleanSupplier turn) {

  /**
   * Fifteen minutes a step, all nodes, and no reboots.
   *
   * @return the options
   */
  public static TalosOptions defaults() {
    return new TalosOptions(
        Duration.ofMinutes(15), false, NodeSelection.all(), () -> false, () -> false);
  }

  /**
   * Replaces how long a step may take.
   *
   * @param value the longest time
   * @return a changed copy
   */
  public TalosOptions withPatience(Duration value) {
    return new TalosOptions(value, allowReboots, nodes, stopped, turn);
  }

  /**
   * Allows or forbids reboots.
   *
   * @param value whether running nodes may be rebooted
   * @return a changed copy
   */
  public TalosOptions withReboots(boolean value) {
    return new TalosOptions(patience, value, nodes, stopped, turn);
  }

  /**
   * Leaves nodes alone.
   *
   * @param value the nodes that the run is about
   * @return a changed copy
   */
  public TalosOptions withNodes(NodeSelection value) {
    return new TalosOptions(patience, allowReboots, value, stopped, turn);
  }

  /**
   * Lets a run be stopped.
   *
   * @param value asked before anything new is begun
   * @return a changed copy
   */
  public TalosOptions withStop(BooleanSupplier value) {
    return new TalosOptions(patience, allowReboots, nodes, value, turn);
  }

  /**
   * Lets a run ask for its turn.
   *
   * @param value asked before each step that changes the cluster whether its turn has come just
   *     now; throws if another run is at work
   * @return a changed copy
   */
  public TalosOptions withTurn(BooleanSupplier value) {
    return new TalosOptions(patience, allowReboots, nodes, stopped, value);
  }

  /**
   * Sees that no other run is at work, before a step that changes the cluster.
   *
   * @return whether that is known just now: another run may have changed what was seen before
   */
  public boolean takeTurn() {
    boolean now = turn.getAsBoolean();
    endIfStopped();
    return now;
  }

  boolean isAbout(SeenNode node) {
    return nodes.selects(node.name());
  }

  /** Ends the run here if it was asked to stop. */
  void endIfStopped() {
    if (stopped.getAsBoolean()) {
      throw new TalosFlowException(
          "The run was asked to stop: nothing new was begun. Run it again to go on.", Map.of());
    }
  }
}
