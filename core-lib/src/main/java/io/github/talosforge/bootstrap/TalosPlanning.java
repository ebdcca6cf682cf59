package io.github.talosforge.bootstrap;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.machineconfig.GeneratedConfig;
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
import io.github.talosforge.versions.NodeVersions;
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
   * @param known the nodes that have a place, so that a configuration can be made for them
   * @param configs makes configurations for what they run
   * @return the plan over both halves
   */
  public Plan plan(Plan vms, List<SeenNode> nodes, Set<NodeName> known, NodeConfigs configs) {
    Map<NodeName, ChangeId> made = new HashMap<>();
    vms.changes(CreateVm.class).forEach(change -> made.put(change.vm().node(), change.id()));
    List<SeenNode> looked =
        nodes.stream()
            .filter(node -> !vms.left().contains(node.name()) && known.contains(node.name()))
            .toList();
    List<TalosChange> changes = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    List<NodeVersions> versions = new ArrayList<>();
    for (Configuring each : ManyNodes.ask(looked, node -> configure(node, made, configs))) {
      each.change().ifPresent(changes::add);
      each.finding().ifPresent(findings::add);
      each.versions().ifPresent(versions::add);
    }
    Map<NodeName, String> roles = new RoleChanges(client).among(nodes);
    EtcdPlanning.Beginning etcd =
        roles.isEmpty()
            ? new EtcdPlanning(client, unlisted)
                .plan(nodes, node -> made.containsKey(node) || waiting.contains(node), changes)
            : EtcdPlanning.Beginning.NONE;
    etcd.change().ifPresent(changes::add);
    EtcdReading members = EtcdReading.of(client, nodes);
    return vms.withVersions(versions)
        .withEtcd(members.etcd())
        .withTalos(
            changes,
            findings(looked, vms)
                .merge(FindingReport.of(findings))
                .merge(FindingReport.of(roleFindings(roles)))
                .merge(etcd.findings())
                .merge(members.findings()));
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
   * @param finding what stands in the way, if anything does
   * @param versions what the node runs, if it has a configuration
   */
  private record Configuring(
      Optional<TalosChange> change, Optional<Finding> finding, Optional<NodeVersions> versions) {
    static final Configuring NOTHING = of(Optional.empty(), Optional.empty());

    private static Configuring of(Optional<TalosChange> change, Optional<Finding> finding) {
      return new Configuring(change, finding, Optional.empty());
    }

    static Configuring of(TalosChange change) {
      return of(Optional.of(change), Optional.empty());
    }

    /** Nothing is planned for a node of which nobody knows what would fit. */
    static Configuring unread(SeenNode node, String why) {
      return of(
          Optional.empty(),
          Optional.of(
              PlanFinding.VERSIONS_UNREAD.finding(
                  "Nothing is planned inside node " + node.name() + ": " + why,
                  "Everything else is planned; look at the node, then plan again.")));
    }

    Configuring with(NodeVersions runs) {
      return new Configuring(change, finding, Optional.of(runs));
    }

    static Configuring stranger(SeenNode node, String words) {
      return of(
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

  private Configuring configure(SeenNode node, Map<NodeName, ChangeId> made, NodeConfigs configs) {
    Optional<ChangeId> making = Optional.ofNullable(made.get(node.name()));
    if (making.isPresent() || waiting.contains(node.name())) {
      return Configuring.of(unstarted(node, making.map(Set::of).orElseGet(Set::of)));
    }
    if (node.isMaintenance()) {
      return first(node);
    }
    return node.isConfigured() ? update(node, configs) : Configuring.NOTHING;
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

  private Configuring update(SeenNode node, NodeConfigs configs) {
    try (TalosNode machine = client.node(node.endpoint())) {
      RunningNode running = RunningNode.of(machine, node.place().role());
      if (!running.isRead()) {
        return Configuring.unread(
            node, "it is not known which versions it runs: " + running.obstacle());
      }
      GeneratedConfig generated = configs.of(node.name(), running.versions());
      NodeVersions versions =
          new NodeVersions(
              node.name(),
              node.place().role(),
              running.versions(),
              generated.waiting(),
              running.system(machine));
      return generated
          .config()
          .map(
              config ->
                  ConfigurationStep.preview(node, machine, running, config)
                      .map(preview -> update(node, preview))
                      .orElse(Configuring.NOTHING))
          .orElseGet(
              () ->
                  Configuring.unread(
                      node,
                      "the files do not fit the version that it runs: "
                          + FirstConfiguration.unfit(generated)))
          .with(versions);
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
