package io.github.talosforge.kubernetes;

/**
 * How many pods of a set are ready.
 *
 * @param ready those that are
 * @param wanted those that should be
 */
public record Replicas(int ready, int wanted) {

  /**
   * Tells whether the set is complete.
   *
   * @return whether every wanted pod is ready
   */
  public boolean complete() {
    return ready >= wanted;
  }

  @Override
  public String toString() {
    return ready + " of " + wanted + " ready";
  }
}
