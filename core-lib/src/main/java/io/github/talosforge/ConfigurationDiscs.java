package io.github.talosforge;

import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ChangeFailedException;
import io.github.talosforge.apply.CidataDelivery;
import io.github.talosforge.audit.Reason;
import io.github.talosforge.bootstrap.NodeConfigs;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.cidata.CidataIso;
import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.ConfigureMachine.Way;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.versions.RunningVersions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Gives nodes their configurations on CDs, where the files want it so, and sees to it that no CD
 * stays: it holds the cluster's secrets.
 */
final class ConfigurationDiscs {
  private final ClusterSpec spec;
  private final ClusterUid uid;
  private final Supplier<DiscsInSight> sight;
  private final Runnable written;
  private final CidataDelivery delivery;

  /**
   * Prepares to deliver; nothing is sent yet.
   *
   * @param spec the cluster
   * @param uid its uid
   * @param client the connection to Proxmox
   * @param sight what is known of VMs and CDs
   * @param written called after VMs or CDs were changed
   */
  ConfigurationDiscs(
      ClusterSpec spec,
      ClusterUid uid,
      ProxmoxClient client,
      Supplier<DiscsInSight> sight,
      Runnable written) {
    this.spec = spec;
    this.uid = uid;
    this.sight = sight;
    this.written = written;
    this.delivery = new CidataDelivery(client, ApplyOptions.defaults());
  }

  /** Returns the nodes that the files have get their first configuration on a CD. */
  Set<NodeName> recipients() {
    return spec.nodes().stream()
        .filter(node -> node.image().delivery() == Delivery.CIDATA)
        .map(NodeSpec::name)
        .collect(Collectors.toSet());
  }

  /** Does something between the delivery of CDs and their end, which comes even if it fails. */
  <A> A around(
      NodeConfigs configs, TalosFlow flow, TalosOptions options, TalosLog log, Supplier<A> work) {
    deliver(configs, flow, options, log);
    A done;
    try {
      done = work.get();
    } catch (RuntimeException e) {
      try {
        withdraw(() -> configured(flow), log);
      } catch (RuntimeException another) {
        e.addSuppressed(another);
      }
      throw e instanceof TalosFlowException told ? told.with(startedWithout()) : e;
    }
    withdraw(() -> configured(flow), log);
    return done;
  }

  /** Somebody may have started one by hand. */
  private Map<NodeName, String> startedWithout() {
    return sight.get().startedWithout().stream()
        .collect(
            Collectors.toMap(
                NodeVm::node,
                vm ->
                    "If it has no configuration yet: "
                        + vm.label()
                        + " was started without its CD, perhaps by hand. Run 'qm stop "
                        + vm.vmId()
                        + "' there, then run this again."));
  }

  private static Set<NodeName> configured(TalosFlow flow) {
    return flow.look().stream()
        .filter(node -> node.sighting().kind() == Sighting.Kind.CONFIGURED)
        .map(SeenNode::name)
        .collect(Collectors.toSet());
  }

  /** Returns the nodes whose VMs stand still until they get their configuration. */
  Set<NodeName> waiting() {
    return sight.get().waiting().stream().map(NodeVm::node).collect(Collectors.toSet());
  }

  /** Returns the CDs that are there, except those of nodes that wait for one. */
  List<WithdrawDisc> present() {
    return sight.get().present().stream()
        .map(disc -> WithdrawDisc.of(disc.file().node(), disc.volume()))
        .toList();
  }

  /** Gives every node that waits its configuration, and starts it. */
  private void deliver(NodeConfigs configs, TalosFlow flow, TalosOptions options, TalosLog log) {
    DiscsInSight now = sight.get();
    List<NodeVm> vms =
        now.waiting().stream().filter(vm -> options.nodes().selects(vm.node())).toList();
    if (vms.isEmpty()) {
      return;
    }
    StorageName storage = spec.proxmox().imageStorage();
    now.obstacle(storage)
        .ifPresent(
            sentence -> {
              throw new TalosFlowException(sentence, Map.of());
            });
    RunningVersions runs = flow.forNew();
    boolean unusedTurn = options.takeTurn();
    log.begins("Giving nodes their configurations on CDs");
    try {
      List<NodeVm> unused =
          ManyNodes.ask(vms, vm -> deliver(vm, storage, configs.of(vm.node(), runs), log));
    } catch (ChangeFailedException e) {
      throw failed("A node did not get its configuration:", e);
    } finally {
      written.run();
    }
  }

  private NodeVm deliver(NodeVm vm, StorageName storage, GeneratedConfig generated, TalosLog log) {
    NodeName node = vm.node();
    String yaml =
        generated
            .config()
            .map(MachineConfig::yaml)
            .orElseThrow(
                () ->
                    new TalosFlowException(
                        "There is no machine configuration:",
                        Map.of(node, "none was generated; look at the findings")));
    CidataIso iso = CidataIso.of(uid, node, yaml);
    log.does(node, "gets its configuration on the CD " + iso.file() + " and starts");
    ConfigureMachine change = ConfigureMachine.of(node, Way.BY_DISC, List.of(), Set.of());
    because(change).run(() -> delivery.deliver(change, vm, storage, iso, startsWithHost(node)));
    return vm;
  }

  private boolean startsWithHost(NodeName name) {
    return spec.nodes().stream()
        .anyMatch(node -> node.name().equals(name) && node.vm().lifecycle().onBoot());
  }

  /**
   * Takes away the CDs of nodes that have their configuration, and those that are in no drive.
   *
   * @param configured tells which nodes were seen with their configuration; asked only if there are
   *     CDs
   * @param log hears what happens
   */
  private void withdraw(Supplier<Set<NodeName>> configured, TalosLog log) {
    List<DiscsInSight.Disc> discs = sight.get().present();
    if (discs.isEmpty()) {
      return;
    }
    Set<NodeName> seen = configured.get();
    try {
      discs.forEach(disc -> withdraw(disc, seen, log));
    } catch (ChangeFailedException e) {
      throw failed("A CD with a configuration could not be taken away:", e);
    } finally {
      written.run();
    }
  }

  private void withdraw(DiscsInSight.Disc disc, Set<NodeName> configured, TalosLog log) {
    NodeName node = disc.file().node();
    WithdrawDisc change = WithdrawDisc.of(node, disc.volume());
    if (disc.in().isEmpty()) {
      log.does(node, "the CD " + disc.volume() + " with its configuration is deleted");
      because(change).run(() -> delivery.delete(change, disc.host()));
    } else if (configured.contains(node) || isUnlisted(node)) {
      log.does(node, "the CD with its configuration is ejected and deleted");
      NodeVm vm = disc.in().get();
      because(change).run(() -> delivery.withdraw(change, vm));
    } else {
      log.warns(
          node,
          "the CD "
              + disc.volume()
              + " with its configuration and the cluster's secrets stays until the node is seen"
              + " configured: run this again.");
    }
  }

  private static Reason because(Change change) {
    return Reason.here().then(change.id().value());
  }

  private boolean isUnlisted(NodeName node) {
    return spec.nodes().stream().map(NodeSpec::name).noneMatch(node::equals);
  }

  private static TalosFlowException failed(String sentence, ChangeFailedException cause) {
    TalosFlowException failure =
        new TalosFlowException(sentence + "\n" + cause.getMessage(), Map.of());
    failure.initCause(cause);
    return failure;
  }
}
