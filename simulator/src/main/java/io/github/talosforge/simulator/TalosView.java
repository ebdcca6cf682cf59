package io.github.talosforge.simulator;

import io.github.talosforge.simulator.kubernetes.KubernetesApis;
import io.github.talosforge.simulator.page.TalosStatus;
import io.github.talosforge.simulator.talos.FormedCluster;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Talos as the page shows it. Used inside of the world's lock.
 *
 * @param talos the nodes
 * @param kubernetes the API servers of their clusters
 */
record TalosView(Talos talos, KubernetesApis kubernetes) {
  TalosStatus status() {
    Map<String, String> ready = new HashMap<>();
    talos.clusters().forEach(cluster -> ready.putAll(kubernetes.states(cluster)));
    List<TalosStatus.Node> nodes =
        talos.machines().stream().map(machine -> node(machine, ready)).toList();
    return new TalosStatus(nodes, talos.clusters().stream().map(this::cluster).toList());
  }

  private TalosStatus.Node node(Machine machine, Map<String, String> ready) {
    return new TalosStatus.Node(
        machine.vmid(),
        machine.stage().text(),
        machine.image().version().tag(),
        talos.network().address(machine),
        ready.getOrDefault(talos.network().hostname(machine), ""));
  }

  private TalosStatus.Cluster cluster(FormedCluster cluster) {
    List<TalosStatus.Member> members = new ArrayList<>();
    for (Machine machine : talos.machines()) {
      EtcdCluster etcd =
          talos.etcdOf(machine).filter(found -> found.id().equals(cluster.id())).orElse(null);
      if (etcd != null && machine.hasEtcd() && members.isEmpty()) {
        etcd.members().forEach(member -> members.add(member(etcd, machine, member)));
      }
    }
    return new TalosStatus.Cluster(cluster.name(), cluster.endpoint(), members);
  }

  private TalosStatus.Member member(EtcdCluster etcd, Machine seer, EtcdCluster.Member member) {
    boolean runs = talos.runsMember(etcd, seer, member.id());
    boolean leads = etcd.leader(id -> talos.runsMember(etcd, seer, id)) == member.id();
    String role = member.learner() ? "learner" : leads ? "leader" : "member";
    return new TalosStatus.Member(
        member.name(), runs ? role : "down", "%016x".formatted(member.id()), member.peerUrl());
  }
}
