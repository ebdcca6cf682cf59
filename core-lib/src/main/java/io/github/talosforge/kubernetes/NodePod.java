package io.github.talosforge.kubernetes;

/**
 * A pod on a node.
 *
 * @param namespace its namespace
 * @param name its name
 * @param uid tells it from a later one of the same name
 * @param tie what binds it to its node
 */
public record NodePod(String namespace, String name, String uid, Tie tie) {

  /** What binds a pod to its node. */
  public enum Tie {
    /** Nothing: a controller makes another one elsewhere. */
    NONE,
    /** It belongs to the node itself, or to a daemon that runs on every node. */
    NODE,
    /** Nobody would make it again, so that it goes down and comes back with its node. */
    NO_CONTROLLER,
    /** It has ended. */
    ENDED
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
