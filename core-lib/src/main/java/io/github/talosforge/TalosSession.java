package io.github.talosforge;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.backup.BackupReport;
import io.github.talosforge.backup.BackupWish;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.Joining;
import io.github.talosforge.bootstrap.NodeConfigs;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.NodePlaces;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlow;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.bootstrap.TalosPlanning;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.health.CheckedNode;
import io.github.talosforge.health.ClusterHealth;
import io.github.talosforge.health.HealthCheck;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.kubernetes.HttpKubernetes;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.lock.ClusterLock;
import io.github.talosforge.lock.Holder;
import io.github.talosforge.machineconfig.ControlPlaneEndpoint;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.KubernetesSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.UpgradeReport;
import io.github.talosforge.plan.VersionReport;
import io.github.talosforge.rolling.Departure;
import io.github.talosforge.rolling.RollCall;
import io.github.talosforge.rolling.RollingRestarts;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.client.TalosClients;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Talos half of a session: one cluster, its secrets, and the connections to its nodes. Closed
 * with the session that it belongs to.
 *
 * <pre>{@code
 * TalosSession talos = session.talos(secrets);
 * BootstrapResult result = talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT);
 * System.out.println(HealthText.render(result.health()));
 * }</pre>
 */
public final class TalosSession implements AutoCloseable {
  private final ClusterSpec spec;
  private final SecretsBundle secrets;
  private final ClusterLayout layout;
  private final ProxmoxPlaces places;
  private final ConfigurationDiscs discs;
  private final RebuildNotes notes;
  private final TalosConnection machines;
  private final Dialer dialer;
  private final Audit audit;
  private final Pacing pacing;
  private final TalosClient client;
  private final Supplier<Map<NodeName, String>> holders;
  private final Supplier<Set<TalosVersion>> published;
  private @Nullable KubernetesWriter kubernetes;

  /** What nodes ran when somebody last asked: a node that is rebuilt cannot say it any more. */
  private volatile @Nullable Joining ran;

  /** Whether a machine was seen that was configured with these secrets. */
  private volatile boolean proved;

  TalosSession(
      ClusterSpec spec,
      SecretsBundle secrets,
      ClusterLayout layout,
      ProxmoxPlaces places,
      ConfigurationDiscs discs,
      RebuildNotes notes,
      Supplier<Map<NodeName, String>> holders,
      Supplier<Set<TalosVersion>> published,
      TalosConnection machines,
      Pacing pacing) {
    this.spec = spec;
    this.secrets = secrets;
    this.layout = layout;
    this.places = places;
    this.discs = discs;
    this.notes = notes;
    this.holders = holders;
    this.published = published;
    this.machines = machines;
    this.dialer = machines.dialer();
    this.audit = machines.audit();
    this.pacing = pacing;
    this.client = TalosClients.open(machines.withCredentials(RunCredentials.talos(secrets)));
  }

  /**
   * Generates the machine configurations that the files describe; nobody is asked.
   *
   * @return the configurations by node, and what is wrong with the rest
   */
  public GeneratedConfigs generateMachineConfigs() {
    return configs().asFiles();
  }

  /**
   * Generates the machine configurations for what the nodes run, so that one that is applied by
   * hand changes no version; nothing is changed. A node that does not say what it runs gets what a
   * new one would get.
   *
   * @return the configurations by node, what is wrong with the rest, where the files want other
   *     versions, and of which nodes nobody knows what they run
   */
  public GeneratedConfigs generateRunningMachineConfigs() {
    return configs().asRunning();
  }

  /**
   * Looks whether every node's configuration fits the version of Talos that it runs or that the
   * files want; the machines are asked only if it does not fit that of the files.
   *
   * @throws IllegalArgumentException if a node's fits neither
   */
  public void requireFittingConfigs() {
    Set<NodeName> unused = configs().fitting();
  }

  private SessionConfigs configs() {
    return new SessionConfigs(spec, layout, secrets, this::joining, holders);
  }

  private TalosFlow flow(TalosOptions options, TalosLog log) {
    return new TalosFlow(client, places, options, log, pacing)
        .bootConfigured(discs.recipients())
        .joinWith(holders, Optional.ofNullable(ran), notes::look);
  }

  /** Finds out what nodes get that are made now. */
  Joining joining() {
    Joining found = flow(TalosOptions.defaults(), TalosLog.SILENT).joining();
    ran = found;
    return found;
  }

  /**
   * Looks at all nodes once.
   *
   * @return what is seen of each, in the order of the files
   */
  public List<SeenNode> status() {
    return flow(TalosOptions.defaults(), TalosLog.SILENT).look();
  }

  /**
   * Waits until Talos is seen on all nodes, in maintenance mode or configured. Nodes that get their
   * configuration on a CD are not started before, and not waited for.
   *
   * @param options how long
   * @param log hears what is seen of each node
   * @return what is seen of each
   * @throws TalosFlowException if a node does not come, or belongs to another cluster
   */
  public List<SeenNode> waitForTalos(TalosOptions options, TalosLog log) {
    NodePlaces started = places.without(discs.waiting());
    return new TalosFlow(client, started, options, log, pacing)
        .bootConfigured(discs.recipients())
        .waitForTalos();
  }

  /**
   * Waits for the nodes and gives every one its configuration, where that is not what it runs:
   * first a dry run, then the mildest mode that does it.
   *
   * @param options how
   * @param log hears what happens
   * @return what was done to each node
   * @throws TalosFlowException if a node does not come, or belongs to another cluster
   */
  public List<NodeOutcome> applyMachineConfigs(TalosOptions options, TalosLog log) {
    places.refuseMoves(options.nodes());
    NodeConfigs configs = configs().forWhatRuns();
    RollingRestarts restarts = restartCare(options, log);
    TalosFlow flow = flow(options, log).rebootWith(restarts);
    List<NodeOutcome> outcomes =
        discs.around(configs, flow, options, log, () -> flow.applyMachineConfigs(configs));
    if (options.allowReboots()) {
      List<NodeName> unused = restarts.finishInterrupted();
    }
    notes.forget(flow::look, log);
    return outcomes;
  }

  /**
   * Brings the cluster up: configures all nodes, begins etcd once, and waits until the cluster is
   * healthy. A healthy cluster is only looked at.
   *
   * @param options how
   * @param log hears what happens
   * @return what was done
   * @throws TalosFlowException if a step does not end in time
   */
  public BootstrapResult bootstrap(TalosOptions options, TalosLog log) {
    places.refuseMoves(options.nodes());
    NodeConfigs configs = configs().forWhatRuns();
    RollingRestarts restarts = restartCare(options, log);
    TalosFlow flow = flow(options, log).rebootWith(restarts);
    BootstrapResult result =
        discs.around(
            configs,
            flow,
            options,
            log,
            () -> flow.bootstrap(configs, nodes -> healthOf(nodes, restarts)));
    proved = true;
    notes.forget(flow::look, log);
    return result;
  }

  /** A run that was interrupted in a restart can have left a node without pods. */
  private HealthReport healthOf(List<SeenNode> nodes, RollingRestarts restarts) {
    HealthReport report = health(nodes);
    return report.fails(HealthCheck.SCHEDULABLE) && !restarts.finishInterrupted().isEmpty()
        ? health(nodes)
        : report;
  }

  /**
   * Looks after the cluster while VMs are stopped and started: etcd stays whole, pods move before
   * their node goes down, and the next node waits until the last one is back.
   *
   * @param options how long each step may take
   * @param log hears what happens
   * @return what {@link ClusterSession#apply(Plan, ApplyOptions, ApplyLog, RestartCare)} takes
   */
  public RollingRestarts restartCare(TalosOptions options, TalosLog log) {
    return new RollingRestarts(client, flow(options, log), kubernetes(), options, log, pacing);
  }

  /**
   * Looks after the cluster while some of its nodes go for ever: a control plane leaves etcd before
   * its VM is destroyed, and Kubernetes forgets nodes that are gone.
   *
   * @param options how long each step may take
   * @param log hears what happens
   * @return what is asked before and after {@link ClusterSession#apply(Plan, ApplyOptions,
   *     ApplyLog)} of a destruction
   */
  public Departure departure(TalosOptions options, TalosLog log) {
    return new Departure(
        client, flow(options, log), restartCare(options, log), kubernetes(), options, log, pacing);
  }

  /**
   * Prepares the lock that keeps other runs from changing the cluster; nothing is sent yet.
   *
   * @param me who is going to have it
   * @param stopped whether the run was asked to stop
   * @param tells hears what the user should know
   * @return the lock, which is taken when it is first required
   */
  public ClusterLock lock(Holder me, BooleanSupplier stopped, Consumer<String> tells) {
    TalosFlow flow = flow(TalosOptions.defaults(), TalosLog.SILENT);
    return new ClusterLock(
        me,
        () -> kubernetes().objects(),
        () -> ApiSilence.explain(client, flow.look(), pacing),
        pacing,
        stopped,
        tells,
        TalosSession::begin);
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "talosforge-lease");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Asks the running cluster which nodes it knows, whether or not they have a VM.
   *
   * @return the names of Kubernetes' nodes and of etcd's members, or why they are not known
   */
  public JoinedNodes joinedNodes() {
    return RollCall.of(kubernetes(), status(), client);
  }

  /**
   * Makes all health checks once.
   *
   * @return what they said
   */
  public HealthReport health() {
    return health(status());
  }

  private HealthReport health(List<SeenNode> nodes) {
    List<CheckedNode> checked = nodes.stream().map(this::checked).toList();
    try {
      boolean networked = spec.kubernetes().cni() == KubernetesSpec.Cni.FLANNEL;
      return new ClusterHealth(checked, kubernetes(), networked).look();
    } finally {
      checked.forEach(node -> node.talos().ifPresent(TalosNode::close));
    }
  }

  private CheckedNode checked(SeenNode node) {
    return new CheckedNode(
        node.name(),
        node.place().role(),
        node.place().endpoint().map(TalosEndpoint::host).orElse(""),
        node.place().endpoint().map(client::node),
        node.place().obstacle());
  }

  /**
   * Makes a backup of etcd. Only etcd is asked, with a certificate of Talos' role {@code
   * os:etcd:backup}; nothing is changed in the cluster.
   *
   * @param wish where it goes, for whom it is encrypted, and how many stay
   * @param clock tells the time that is in its name
   * @param stopped whether it is given up
   * @return what was made
   * @throws io.github.talosforge.backup.BackupException if none was made; then nothing is left of
   *     it
   */
  public BackupReport backup(BackupWish wish, Clock clock, BooleanSupplier stopped) {
    return new SessionBackups(spec, layout, secrets, machines)
        .make(places.look(), wish, clock, stopped);
  }

  private synchronized KubernetesWriter kubernetes() {
    KubernetesWriter open =
        Optional.ofNullable(kubernetes)
            .orElseGet(
                () ->
                    new HttpKubernetes(
                        RunCredentials.kubernetes(secrets, endpoint()), dialer, audit));
    kubernetes = open;
    return open;
  }

  private URI endpoint() {
    return ControlPlaneEndpoint.of(spec, layout)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The control planes have no address in common: add cluster_api_vip."));
  }

  /** What is made with another cluster's secrets opens nothing, and hides what would. */
  private void refuseOtherSecrets() {
    if (proved) {
      return;
    }
    List<SeenNode> seen = status();
    proved = is(seen, Sighting.Kind.CONFIGURED).findAny().isPresent();
    List<String> strangers =
        is(seen, Sighting.Kind.OTHER_AUTHORITY).map(node -> node.name().value()).toList();
    if (!proved && !strangers.isEmpty()) {
      throw new SecretsException(
          "These are not the secrets that "
              + String.join(", ", strangers)
              + " runs with, so that a kubeconfig or talosconfig made with them would open nothing;"
              + " none was written. Name the file that the cluster was configured with"
              + " (secretsFile).",
          /* cause= */ null);
    }
  }

  private static Stream<SeenNode> is(List<SeenNode> seen, Sighting.Kind kind) {
    return seen.stream().filter(node -> node.sighting().kind() == kind);
  }

  /**
   * Writes or merges the access of an administrator to Kubernetes. The cluster is not asked for it,
   * only looked at: where its machines answer and all run with other secrets, nothing is written. A
   * certificate that is there and still good for a while is kept.
   *
   * @param file the kubeconfig
   * @param lifetime how long a new client certificate lasts
   * @return what the file holds now, and a command that uses it
   * @throws SecretsException if the machines run with other secrets
   */
  public WrittenCredentials kubeconfig(Path file, Duration lifetime) {
    return kubeconfig(file, lifetime, Optional.empty());
  }

  /**
   * Does the same for a cluster that is reached through a proxy.
   *
   * @param file the kubeconfig
   * @param lifetime how long a new client certificate lasts
   * @param proxy the proxy that the file should name
   * @return what the file holds now, and a command that uses it
   */
  public WrittenCredentials kubeconfig(Path file, Duration lifetime, Optional<URI> proxy) {
    refuseOtherSecrets();
    return new ClusterCredentials(spec, secrets, layout)
        .kubeconfig(file, endpoint(), lifetime, proxy);
  }

  /**
   * Writes or merges the access of an administrator to Talos. The cluster is not asked for it, only
   * looked at: where its machines answer and all run with other secrets, nothing is written. A
   * certificate that is there and still good for a while is kept.
   *
   * @param file the talosconfig
   * @param lifetime how long a new client certificate lasts
   * @return what the file holds now, and a command that uses it
   */
  public WrittenCredentials talosconfig(Path file, Duration lifetime) {
    refuseOtherSecrets();
    return new ClusterCredentials(spec, secrets, layout).talosconfig(file, lifetime);
  }

  /**
   * Completes a plan for VMs by what has to be done inside the machines.
   *
   * @param vms a plan for the VMs; one that is blocked is returned as it is
   * @return the plan over both halves
   */
  public Plan plan(Plan vms) {
    if (vms.isBlocked()) {
      return vms;
    }
    TalosFlow flow = flow(TalosOptions.defaults(), TalosLog.SILENT);
    Set<NodeName> known = configs().fitting();
    Plan plan =
        new TalosPlanning(client)
            .withDiscs(discs.recipients(), discs.waiting())
            .withUnlisted(flow::lookAtUnlisted)
            .plan(vms, flow.look(), known, configs().forWhatRuns(known))
            .withTalos(discs.present(), FindingReport.empty());
    return plan.withFindings(VersionReport.of(spec, plan.versions()))
        .withFindings(new UpgradeReport(spec, published, this::documents).of(plan.versions()));
  }

  private List<ConfigDocuments> documents() {
    return generateMachineConfigs().configs().values().stream()
        .map(config -> ConfigDocuments.read(config.node().value(), config.yaml()).documents())
        .toList();
  }

  /**
   * Tells what was sent to the nodes so far.
   *
   * @return the counts since this half was opened
   */
  public TalosCounters counters() {
    return client.counters();
  }

  /** Closes the connections to the nodes. */
  @Override
  public synchronized void close() {
    Optional.ofNullable(kubernetes).ifPresent(KubernetesWriter::close);
    client.close();
  }
}
