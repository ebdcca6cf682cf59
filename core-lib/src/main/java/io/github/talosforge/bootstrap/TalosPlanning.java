package io.github.talosforge.bootstrap;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.ChangeId;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.ConfigureMachine.Way;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.TalosChange;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Plans what has to be done inside the machines; it changes nothing. */
public final class TalosPlanning {
  private final TalosClient client;
  private final Set<NodeName> byDisc;
  private final Set<NodeName> waiting;
  private final Supplier<List<SeenNode>> unlisted;

  /**
   * Prepares to plan.
   *
   * @param client reaches the machines, with the cluster's credentials
   */
  public TalosPlanning(TalosClient client) {
    this(client, Set.of(), Set.of(), List::of);
  }

  private TalosPlanning(
      TalosClient client,
      Set<NodeName> byDisc,
      Set<NodeName> waiting,
      Supplier<List<SeenNode>> unlisted) {
    this.client = client;
    this.byDisc = Set.copyOf(byDisc);
    this.waiting = Set.copyOf(waiting);
    this.unlisted = unlisted;
  }

  /**
   * Plans with nodes that get their first configuration on a CD.
   *
   * @param nodes all such nodes
   * @param standing those whose VMs exist and wait for it
   * @return a planner that knows of them
   */
  public TalosPlanning withDiscs(Set<NodeName> nodes, Set<NodeName> standing) {
    return new TalosPlanning(client, nodes, standing, unlisted);
  }

  /**
   * Plans with the cluster's VMs that the files no longer name.
   *
   * @param look looks at them; asked only if etcd would be begun
   * @return a planner that knows of them
   */
  public TalosPlanning withUnlisted(Supplier<List<SeenNode>> look) {
    return new TalosPlanning(client, byDisc, waiting, look);
  }

  /**
   * Completes a plan. A machine that does not answer is planned for only if its VM is yet to be
   * made: of others it is not known what they run.
   *
   * @param vms the plan for the VMs
   * @param nodes what is seen of the nodes
   * @param configs what they should run
   * @return the plan over both halves
   */
  public Plan plan(Plan vms, List<SeenNode> nodes, Map<NodeName, MachineConfig> configs) {
    Map<NodeName, ChangeId> made = new HashMap<>();
    vms.changes(CreateVm.class).forEach(change -> made.put(change.vm().node(), change.id()));
    List<SeenNode> looked =
        nodes.stream()
            .filter(node -> !vms.left().contains(node.name()) && configs.containsKey(node.name()))
            .toList();
    List<TalosChange> changes = new ArrayList<>();
    List<Finding> strangers = new ArrayList<>();
    for (Configuring each : ManyNodes.ask(looked, node -> configure(node, made, configs))) {
      each.change().ifPresent(changes::add);
      each.stranger().ifPresent(strangers::add);
    }
    Map<NodeName, String> roles = new RoleChanges(client).among(nodes);
    EtcdPlanning.Beginning etcd =
        roles.isEmpty()
            ? new EtcdPlanning(client, unlisted)
                .plan(nodes, node -> made.containsKey(node) || waiting.contains(node), changes)
            : EtcdPlanning.Beginning.NONE;
    etcd.change().ifPresent(changes::add);
    return vms.withTalos(
        changes,
        findings(looked, vms)
            .merge(FindingReport.of(strangers))
            .merge(FindingReport.of(roleFindings(roles)))
            .merge(etcd.findings()));
  }

  private static List<Finding> roleFindings(Map<NodeName, String> roles) {
    List<Finding> findings = new ArrayList<>();
    roles.forEach(
        (node, words) ->
            findings.add(
                PlanFinding.ROLE_CHANGED.finding(
                    "Node " + node + " has another role now: " + words, RoleChanges.advice(node))));
    return findings;
  }

  /**
   * What is planned for a machine.
   *
   * @param change the change, if there is one
   * @param stranger that it is another machine, if it is
   */
  private record Configuring(Optional<TalosChange> change, Optional<Finding> stranger) {
    static final Configuring NOTHING = new Configuring(Optional.empty(), Optional.empty());

    static Configuring of(TalosChange change) {
      return new Configuring(Optional.of(change), Optional.empty());
    }

    static Configuring stranger(SeenNode node, String words) {
      return new Configuring(
          Optional.empty(),
          Optional.of(
              PlanFinding.MACHINE_IS_ANOTHER.finding(
                  "At the address of node " + node.name() + " is another machine: " + words,
                  "No machine but the one in the node's VM gets a configuration.")));
    }
  }

  /** What a look at the machines shows and no change of the plan explains. */
  private FindingReport findings(List<SeenNode> nodes, Plan vms) {
    Set<NodeName> changing =
        vms.changes(VmChange.class).stream()
            .map(change -> change.vm().node())
            .collect(Collectors.toSet());
    return FindingReport.of(
        nodes.stream()
            .filter(node -> !changing.contains(node.name()) && !waiting.contains(node.name()))
            .flatMap(node -> finding(node).stream())
            .toList());
  }

  private static Optional<Finding> finding(SeenNode node) {
    String name = "Node " + node.name();
    return switch (node.sighting().kind()) {
      case OTHER_AUTHORITY ->
          Optional.of(
              PlanFinding.MACHINE_OF_ANOTHER_CLUSTER.finding(
                  name + " belongs to another cluster: " + node.words(),
                  "Use the secrets file that the machine was configured with, or reset the"
                      + " machine."));
      case NOT_TALOS ->
          Optional.of(
              PlanFinding.MACHINE_NOT_SEEN.finding(
                  name + " shows no Talos: " + node.words(),
                  "Look who else uses the address, and what the VM boots."));
      case UNREACHABLE ->
          Optional.of(
              PlanFinding.MACHINE_NOT_SEEN.finding(
                  name + " was not seen: " + node.words(),
                  "Nothing is planned inside it, because nobody knows what it runs; plan again when"
                      + " it answers."));
      case STARTING, MAINTENANCE, CONFIGURED -> Optional.empty();
    };
  }

  private Configuring configure(
      SeenNode node, Map<NodeName, ChangeId> made, Map<NodeName, MachineConfig> configs) {
    Optional<ChangeId> making = Optional.ofNullable(made.get(node.name()));
    if (making.isPresent() || waiting.contains(node.name())) {
      return Configuring.of(unstarted(node, making.map(Set::of).orElseGet(Set::of)));
    }
    if (node.isMaintenance()) {
      return first(node);
    }
    return node.isConfigured()
        ? update(node, Optional.ofNullable(configs.get(node.name())).orElseThrow())
        : Configuring.NOTHING;
  }

  private TalosChange unstarted(SeenNode node, Set<ChangeId> dependencies) {
    Way way = byDisc.contains(node.name()) ? Way.BY_DISC : Way.FIRST;
    return ConfigureMachine.of(node.name(), way, List.of(), dependencies);
  }

  private Configuring first(SeenNode node) {
    try (TalosNode machine = RightMachine.unconfigured(client, node.endpoint(), node.sighting())) {
      return RightMachine.contradiction(node, machine)
          .map(words -> Configuring.stranger(node, words))
          .orElseGet(
              () ->
                  Configuring.of(ConfigureMachine.of(node.name(), Way.FIRST, List.of(), Set.of())));
    }
  }

  private Configuring update(SeenNode node, MachineConfig config) {
    try (TalosNode machine = client.node(node.endpoint())) {
      return ConfigurationStep.preview(node, machine, config)
          .map(preview -> update(node, preview))
          .orElse(Configuring.NOTHING);
    }
  }

  private static Configuring update(SeenNode node, ConfigurationStep.Preview preview) {
    return preview
        .stranger()
        .map(words -> Configuring.stranger(node, words))
        .orElseGet(
            () ->
                Configuring.of(
                    ConfigureMachine.of(
                        node.name(),
                        preview.reboots() ? Way.WITH_REBOOT : Way.AT_ONCE,
                        preview.differences(),
                        Set.of())));
  }
}
