package io.github.talosforge.simulator.page;

import java.util.List;

/**
 * What the page shows of Talos.
 *
 * @param nodes the VMs that run it
 * @param clusters the clusters that they formed
 */
public record TalosStatus(List<Node> nodes, List<Cluster> clusters) {
  /** No Talos at all. */
  public static final TalosStatus NONE = new TalosStatus(List.of(), List.of());

  /** Copies the lists. */
  public TalosStatus {
    nodes = List.copyOf(nodes);
    clusters = List.copyOf(clusters);
  }

  /**
   * A node.
   *
   * @param vmid its VM
   * @param stage how far it is
   * @param version its version
   * @param address its first address; empty: none
   * @param kubernetes its state in Kubernetes; empty: it is not there
   */
  public record Node(int vmid, String stage, String version, String address, String kubernetes) {}

  /**
   * A cluster.
   *
   * @param name its name
   * @param endpoint where its API is
   * @param members the members of its etcd
   */
  public record Cluster(String name, String endpoint, List<Member> members) {
    /** Copies the list. */
    public Cluster {
      members = List.copyOf(members);
    }
  }

  /**
   * A member of an etcd cluster.
   *
   * @param name its name
   * @param state leader, member, learner or down
   * @param id its id
   * @param peer where the other members reach it
   */
  public record Member(String name, String state, String id, String peer) {}
}
