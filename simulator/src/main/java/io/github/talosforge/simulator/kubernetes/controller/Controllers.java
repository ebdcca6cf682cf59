package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.talos.ClusterNode;
import io.github.talosforge.simulator.talos.FormedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Everything that acts in a cluster without being asked. Nothing runs by itself: see the run. */
public final class Controllers {
  private static final int ROUNDS = 20;
  private static final String CORDONED = "talos.dev/cordoned";
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final ObjectStore store;
  private final Manifests manifests;
  private final Kubelets kubelets;
  private final NodeLifecycle lifecycle;
  private final Workloads workloads;
  private final Daemons daemons;
  private final GarbageCollector collector;
  private final PodScheduler scheduler;
  private final PodRunner runner;
  private final DisruptionBudgets budgets;
  private List<ClusterNode> seen = List.of();
  private long settled = -1;
  private Instant ran = Instant.EPOCH;

  /**
   * The controllers of a cluster.
   *
   * @param store its objects
   * @param scale what durations of the real thing become
   */
  public Controllers(ObjectStore store, UnaryOperator<Duration> scale) {
    this.store = store;
    Events events = new Events(store);
    Random chance = new Random(1);
    manifests = new Manifests(store);
    kubelets = new Kubelets(store, events);
    lifecycle = new NodeLifecycle(store, events, scale);
    workloads = new Workloads(store, chance);
    daemons = new Daemons(store, chance);
    collector = new GarbageCollector(store);
    scheduler = new PodScheduler(store);
    runner = new PodRunner(store, scale);
    budgets = new DisruptionBudgets(store);
  }

  /**
   * Lets everything happen that is due by now, until nothing changes any more.
   *
   * @param cluster the cluster as it is now
   */
  public void run(FormedCluster cluster) {
    List<ClusterNode> nodes = cluster.nodes();
    boolean quiet = store.revision() == settled && nodes.equals(seen);
    if (quiet && store.now().isBefore(ran.plus(PAUSE))) {
      return;
    }
    seen = List.copyOf(nodes);
    ran = store.now();
    store.steadily(() -> settle(cluster, nodes));
  }

  private void settle(FormedCluster cluster, List<ClusterNode> nodes) {
    long before = -1;
    for (int i = 0; i < ROUNDS && before != store.revision(); i++) {
      before = store.revision();
      round(cluster, nodes.stream().filter(ClusterNode::running).toList());
    }
    settled = store.revision();
  }

  private void round(FormedCluster cluster, List<ClusterNode> running) {
    Set<String> alive = running.stream().map(ClusterNode::hostname).collect(Collectors.toSet());
    manifests.apply(cluster);
    kubelets.run(cluster);
    lifecycle.run(alive);
    collector.run();
    daemons.run();
    workloads.run();
    scheduler.run();
    runner.run(running);
    budgets.run();
  }

  /**
   * A node refuses new pods and sends its own away, as before a reboot; or takes pods again, if it
   * was itself that refused them.
   *
   * @param name the node
   * @param cordoned whether it refuses
   */
  public void cordon(String name, boolean cordoned) {
    ObjectNode node = store.find(Kind.NODE, null, name).orElse(null);
    if (node == null) {
      return;
    }
    ObjectNode annotations = node.withObject("/metadata").withObject("/annotations");
    ObjectNode spec = node.withObject("/spec");
    if (cordoned && !spec.path("unschedulable").asBoolean()) {
      annotations.put(CORDONED, "true");
      spec.put("unschedulable", true);
    } else if (!cordoned && annotations.remove(CORDONED) != null) {
      spec.remove("unschedulable");
    }
    store.update(Kind.NODE, node);
    if (cordoned) {
      drain(name);
    }
  }

  private void drain(String name) {
    store.list(Kind.POD, null).stream()
        .filter(pod -> Pods.node(pod).equals(name) && !NodeLifecycle.staysOnDeadNodes(pod))
        .forEach(pod -> Pods.end(store, pod, -1));
  }

  /**
   * A node was deleted: its kubelet registers only when it starts again.
   *
   * @param cluster the cluster
   * @param name the node
   */
  public void forget(FormedCluster cluster, String name) {
    cluster.forget(name);
    if (cluster.nodes().stream().noneMatch(node -> node.hostname().equals(name))) {
      kubelets.forget(name);
    }
  }

  /** The budgets that evictions have to respect. */
  public DisruptionBudgets budgets() {
    return budgets;
  }
}
