package io.github.talosforge.bootstrap;

import io.github.talosforge.bootstrap.NodeOutcome.Ending;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.VersionNotes;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.versions.RunningVersions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the nodes of one cluster up. Every step looks first and does only what is missing, so that
 * an interrupted run is finished by running it again and a healthy cluster is left as it is.
 */
public final class TalosFlow {
  /** The part of the patience that workers may be silent. */
  private static final int SILENCE = 10;

  private final TalosClient client;
  private final TalosOptions options;
  private final TalosLog log;
  private final Pacing pacing;
  private final Lookout lookout;
  private final FirstConfiguration first;

  private Set<NodeName> configured = Set.of();
  private Supplier<Map<NodeName, String>> holders = Map::of;
  private Optional<Joining> before = Optional.empty();
  private Optional<Supplier<VersionNotes>> notes = Optional.empty();
  private RebootCare care = RebootCare.NONE;
  private @Nullable Joining joining;

  /**
   * Prepares to bring nodes up; nothing is sent yet.
   *
   * @param client reaches the machines, with the cluster's credentials
   * @param places finds the nodes
   * @param options how
   * @param log hears what happens
   * @param pacing measures and spends time
   */
  public TalosFlow(
      TalosClient client, NodePlaces places, TalosOptions options, TalosLog log, Pacing pacing) {
    this.client = client;
    this.options = options;
    this.log = log;
    this.pacing = pacing;
    this.lookout = new Lookout(client, places, log, pacing);
    this.first = new FirstConfiguration(client, log, options, pacing);
  }

  /**
   * Looks at all nodes once.
   *
   * @return what is seen of each
   */
  public List<SeenNode> look() {
    return lookout.all();
  }

  /**
   * Looks once at the cluster's VMs that the files no longer name.
   *
   * @return what is seen of each
   */
  public List<SeenNode> lookAtUnlisted() {
    return lookout.unlisted();
  }

  /**
   * Looks whether the machines that answer for some nodes are those of their VMs. Whoever stops a
   * node goes by what is said at its address: how etcd is without it, and when it is back.
   *
   * @param nodes what was seen of them
   * @param sentence what is not done otherwise
   * @throws TalosFlowException if another machine answers for one of them
   */
  public void requireOwnMachines(List<SeenNode> nodes, String sentence) {
    Map<NodeName, String> others = new LinkedHashMap<>();
    ManyNodes.ask(
            nodes.stream().filter(SeenNode::isConfigured).toList(),
            node ->
                RightMachine.contradiction(client, node).map(why -> Map.entry(node.name(), why)))
        .forEach(found -> found.ifPresent(one -> others.put(one.getKey(), one.getValue())));
    if (!others.isEmpty()) {
      throw new TalosFlowException(sentence, others);
    }
  }

  /**
   * Waits until all nodes are in maintenance mode or configured. A worker that has its
   * configuration is silent until a control plane gives it a certificate. So one that does not
   * answer is not waited for when a control plane is configured, and for a tenth of the patience
   * only when all of them wait for their configuration: an earlier run may have ended in between.
   *
   * @return what is seen of each node
   * @throws TalosFlowException if a node does not come, or belongs to another cluster
   */
  public List<SeenNode> waitForTalos() {
    List<SeenNode> nodes = arrived();
    List<SeenNode> dead = onDeadHosts(nodes);
    if (!dead.isEmpty()) {
      throw late("Talos is seen on all other nodes; these are not in sight:", dead);
    }
    return nodes;
  }

  private List<SeenNode> arrived() {
    return waitForTalos(options.patience().dividedBy(SILENCE));
  }

  private List<SeenNode> onDeadHosts(List<SeenNode> nodes) {
    return nodes.stream().filter(options::isAbout).filter(SeenNode::isOnDeadHost).toList();
  }

  private List<SeenNode> waitForTalos(Duration silence) {
    log.begins("Waiting for Talos on all nodes");
    return new Arrival(client, lookout, options, configured, silence).await(deadline());
  }

  /**
   * Tells of nodes that boot with their configuration. A worker of that kind is silent until it can
   * ask a control plane for a certificate, and not waited for before.
   *
   * @param nodes the nodes
   * @return this
   */
  public TalosFlow bootConfigured(Set<NodeName> nodes) {
    configured = Set.copyOf(nodes);
    return this;
  }

  /**
   * Tells what decides for nodes that join while no control plane says what it runs.
   *
   * @param value says of the nodes that have or may have a configuration why
   * @param said what was found out before, if anybody asked; a node may have been rebuilt since
   * @param noted what was noted before nodes were rebuilt; asked only if no control plane says it
   * @return this
   */
  public TalosFlow joinWith(
      Supplier<Map<NodeName, String>> value, Optional<Joining> said, Supplier<VersionNotes> noted) {
    holders = value;
    before = said;
    notes = Optional.of(noted);
    return this;
  }

  /**
   * Has the cluster looked after while a node reboots for another configuration.
   *
   * @param value how
   * @return this
   */
  public TalosFlow rebootWith(RebootCare value) {
    care = value;
    return this;
  }

  /**
   * Gives every node its configuration, where that is not what it has. No node gets another version
   * than it runs, and those that join get the versions of the cluster.
   *
   * @param configs makes the configurations
   * @return what was done to each node that could be reached
   */
  public List<NodeOutcome> applyMachineConfigs(NodeConfigs configs) {
    List<SeenNode> nodes = arrived();
    onDeadHosts(nodes).forEach(node -> log.warns(node.name(), node.words()));
    return applyTo(nodes, configs);
  }

  private List<NodeOutcome> applyTo(List<SeenNode> nodes, NodeConfigs configs) {
    log.begins("Applying machine configurations");
    return apply(nodes, configs);
  }

  private List<NodeOutcome> apply(List<SeenNode> all, NodeConfigs configs) {
    List<SeenNode> nodes = all.stream().filter(options::isAbout).toList();
    new RoleChanges(client).refuse(nodes);
    Map<NodeName, NodeOutcome> outcomes = new LinkedHashMap<>();
    ConfigurationStep step = new ConfigurationStep(client, log, options);
    first
        .give(nodes, configs, () -> joining(all))
        .forEach(outcome -> outcomes.put(outcome.node(), outcome));
    nodes.stream()
        .filter(SeenNode::isConfigured)
        .forEach(node -> outcomes.put(node.name(), update(step, node, configs)));
    List<NodeOutcome> inOrder = new ArrayList<>();
    nodes.forEach(node -> Optional.ofNullable(outcomes.get(node.name())).ifPresent(inOrder::add));
    return inOrder;
  }

  private void configureLate(
      List<SeenNode> nodes, NodeConfigs configs, Map<NodeName, NodeOutcome> outcomes) {
    first
        .give(
            nodes.stream().filter(options::isAbout).toList(),
            configs,
            () -> joining(lookout.last()))
        .forEach(outcome -> outcomes.put(outcome.node(), outcome));
  }

  private Joining find(List<SeenNode> all) {
    Joining asked = Joining.among(client, all, holders).or(before);
    return notes.map(asked::orNoted).orElse(asked);
  }

  /** What was found once holds for the whole run: a cluster is not begun with two versions. */
  private synchronized Joining joining(List<SeenNode> all) {
    Joining found = Optional.ofNullable(joining).orElseGet(() -> find(all));
    if (found.isKnown()) {
      joining = found;
    }
    return found;
  }

  /**
   * Finds out which versions nodes get that join the cluster.
   *
   * @return what the configured nodes run, or why nobody says it
   */
  public Joining joining() {
    return joining(look());
  }

  /**
   * Finds out which versions a machine gets that is not started yet.
   *
   * @return the versions, as far as the cluster decides them
   * @throws TalosFlowException if no control plane that may have a configuration says so
   */
  public RunningVersions forNew() {
    Joining found = joining();
    if (!found.isKnown()) {
      throw new TalosFlowException(
          "Nodes that wait for their configurations get none: " + found.obstacle(), Map.of());
    }
    return found.forNew();
  }

  /** Running nodes are changed one after the other, and a rebooted one is waited for. */
  private NodeOutcome update(ConfigurationStep step, SeenNode node, NodeConfigs configs) {
    Ending ending =
        step.update(
            node,
            configs,
            (boot, send) ->
                care.reboot(
                    node.name(),
                    node.place().role(),
                    () -> {
                      send.run();
                      new Reboot(client, lookout, node, boot).await(deadline());
                    }));
    return new NodeOutcome(node.name(), ending);
  }

  /**
   * Brings the whole cluster up: configures all nodes, begins etcd on one control plane unless
   * there is one, and waits for every node and for the health of the whole.
   *
   * @param configs makes the configurations
   * @param health looks at the cluster's health
   * @return what was done
   * @throws TalosFlowException if a step does not end in time
   */
  public BootstrapResult bootstrap(NodeConfigs configs, HealthLook health) {
    Map<NodeName, NodeOutcome> outcomes = new LinkedHashMap<>();
    // Workers that come later are configured later: the cluster need not wait for them.
    applyTo(waitForTalos(Duration.ZERO), configs)
        .forEach(outcome -> outcomes.put(outcome.node(), outcome));
    log.begins("Bootstrapping etcd on one control plane, unless it runs");
    Optional<NodeName> begun =
        new EtcdBeginning(client, lookout, log, options)
            .run(deadline(), nodes -> configureLate(nodes, configs, outcomes));
    log.begins("Waiting for all nodes to run");
    settle(configs, outcomes);
    log.begins("Waiting for the cluster to be healthy");
    HealthReport report = awaitHealth(health);
    return new BootstrapResult(List.copyOf(outcomes.values()), begun, report, client.counters());
  }

  /** Waits for every node to run, and configures those that come late. */
  private void settle(NodeConfigs configs, Map<NodeName, NodeOutcome> outcomes) {
    Deadline deadline = deadline();
    List<SeenNode> nodes = lookout.all();
    while (true) {
      List<SeenNode> missing =
          nodes.stream().filter(options::isAbout).filter(node -> !node.isRunning()).toList();
      if (missing.isEmpty()) {
        return;
      }
      refuseStrangers(missing);
      configureLate(missing, configs, outcomes);
      if (missing.stream().allMatch(SeenNode::isOnDeadHost)) {
        throw late("All other nodes run; these are not in sight:", missing);
      }
      if (deadline.isOver()) {
        throw QuorumLook.late(client, "Not all nodes run in time:", nodes, missing);
      }
      deadline.pause();
      nodes = lookout.again(missing);
    }
  }

  /**
   * Waits until all checks pass.
   *
   * @param health looks at the cluster's health
   * @return the report, which is healthy
   * @throws TalosFlowException if a check still fails in the end
   */
  public HealthReport awaitHealth(HealthLook health) {
    Deadline deadline = deadline();
    while (true) {
      HealthReport report = health.look(lookout.all().stream().filter(this::isChecked).toList());
      log.checked(report);
      if (report.healthy()) {
        return report;
      }
      if (deadline.isOver()) {
        throw new TalosFlowException(
            "The cluster did not get healthy in time: "
                + report
                    .firstFailure()
                    .map(failed -> failed.check().sentence() + " is not true.\n" + failed.message())
                    .orElseThrow(),
            Map.of());
      }
      deadline.pause();
    }
  }

  /** A node that was left out and is not configured yet is none of the cluster's. */
  private boolean isChecked(SeenNode node) {
    return options.isAbout(node) || node.isConfigured();
  }

  static TalosFlowException late(String sentence, List<SeenNode> missing) {
    Map<NodeName, String> lastSeen = new LinkedHashMap<>();
    missing.forEach(node -> lastSeen.put(node.name(), node.advice()));
    return new TalosFlowException(sentence, Collections.unmodifiableMap(lastSeen));
  }

  /** Waiting does not turn another cluster's machine into ours. */
  static void refuseStrangers(List<SeenNode> nodes) {
    List<SeenNode> strangers = nodes.stream().filter(SeenNode::isStranger).toList();
    if (!strangers.isEmpty()) {
      throw late("A machine belongs to another cluster:", strangers);
    }
  }

  private Deadline deadline() {
    return new Deadline(pacing, options);
  }
}
