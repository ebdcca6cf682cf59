package io.github.talosforge.kubernetes;

import java.util.List;
import java.util.Optional;

/** Empties nodes and fills them again; every method throws {@link KubernetesException}. */
public interface KubernetesWriter extends KubernetesReader {

  /**
   * Lists what runs on a node.
   *
   * @param node the node's name
   * @return its pods in all namespaces
   */
  List<NodePod> podsOn(String node);

  /**
   * Lets a node take no new pods, and marks it so that a later run knows who did that.
   *
   * @param node the node's name
   */
  void cordon(String node);

  /**
   * Lets a node take pods again, and removes the mark.
   *
   * @param node the node's name
   */
  void uncordon(String node);

  /**
   * Takes a node out of the cluster whose machine is gone.
   *
   * @param node the node's name
   * @return whether Kubernetes knew it
   */
  boolean deleteNode(String node);

  /**
   * Asks a pod to leave its node. A pod that is gone already has left.
   *
   * @param pod the pod
   * @return why it may not leave yet, in the server's words; empty if it leaves
   */
  Optional<String> evict(NodePod pod);

  /**
   * Reaches objects of any kind.
   *
   * @return the way to them, open as long as this is
   */
  KubernetesObjects objects();
}
