package io.github.talosforge;

import io.github.talosforge.apply.Applier;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.doctor.Diagnosis;
import io.github.talosforge.doctor.Doctor;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.Adoption;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.GoingLocks;
import io.github.talosforge.plan.JoinedNodes;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.VersionNotes;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.Preflight;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.client.ProxmoxClients;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.talos.TalosConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One cluster and the Proxmox that it lives on.
 *
 * <pre>{@code
 * try (ClusterSession session = ClusterSession.open(spec, connection)) {
 *   Plan plan = session.plan(NodeSelection.all(), false);
 *   System.out.println(PlanText.render(plan, false));
 *   if (!plan.isBlocked()) {
 *     session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
 *   }
 * }
 * }</pre>
 *
 * <p>For one thread at a time.
 */
public final class ClusterSession implements AutoCloseable {
  private final ClusterSpec spec;
  private final ProxmoxConnection connection;
  private final ProxmoxClient client;
  private final ProxmoxClient reads;
  private final Sight sight;
  private final SessionMachines nodes;
  private Optional<Path> lists = Optional.empty();
  private Pacing pacing = Pacing.REAL;
  private volatile BooleanSupplier stopped = () -> false;
  private volatile Audit audit = Audit.NONE;

  private ClusterSession(
      ClusterSpec spec,
      ProxmoxConnection alone,
      Function<ProxmoxConnection, ProxmoxClient> opening) {
    this.spec = spec;
    this.connection = alone.withAudit(alone.audit().and(write -> audit.wrote(write)));
    this.client = opening.apply(connection);
    this.reads = new StoppableReads(client, () -> stopped.getAsBoolean());
    this.sight = new Sight(spec, connection, reads);
    this.nodes =
        new SessionMachines(
            spec,
            connection,
            client,
            reads,
            sight,
            plan -> apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT),
            write -> audit.wrote(write),
            () -> pacing);
  }

  /**
   * Opens a session; nothing is sent yet.
   *
   * @param spec the cluster as its files describe it
   * @param connection how to reach Proxmox
   * @return the session
   */
  public static ClusterSession open(ClusterSpec spec, ProxmoxConnection connection) {
    return over(spec, connection, ProxmoxClients::open);
  }

  /**
   * Opens a session over a client of the caller's, which it closes in the end; nothing is sent yet.
   *
   * @param spec the cluster as its files describe it
   * @param connection how to reach Proxmox
   * @param opening opens the client
   * @return the session
   */
  public static ClusterSession over(
      ClusterSpec spec,
      ProxmoxConnection connection,
      Function<ProxmoxConnection, ProxmoxClient> opening) {
    return new ClusterSession(spec, connection, opening);
  }

  /**
   * Has somebody hear of everything that the session writes, on Proxmox, to the machines and to
   * Kubernetes, besides those whom the connections tell.
   *
   * @param value hears of writes
   * @return this session
   */
  public ClusterSession auditedBy(Audit value) {
    audit = value;
    return this;
  }

  /**
   * Keeps lists of the Image Factory, which hardly ever change, for later plans.
   *
   * @param folder where they are kept; made when needed
   * @return this session
   */
  public ClusterSession keepingLists(Path folder) {
    lists = Optional.of(folder);
    return this;
  }

  /**
   * Waits for machines in another time than the real one.
   *
   * @param value measures and spends time
   * @return this session
   */
  public ClusterSession pacedBy(Pacing value) {
    pacing = value;
    return this;
  }

  /**
   * Lets looks be stopped, which can take thousands of calls: then nothing more is read, and what
   * asked for it ends with a {@link java.util.concurrent.CancellationException}, or with a {@link
   * io.github.talosforge.bootstrap.TalosFlowException} in the midst of work with the machines. What
   * is carried out hears of a stop by its own options.
   *
   * @param value asked before each call that reads
   * @return this session
   */
  public ClusterSession stoppingWhen(BooleanSupplier value) {
    stopped = value;
    return this;
  }

  /**
   * Compares the files with the live system and looks whether what has to be done can be done.
   *
   * @param selection the nodes to plan for
   * @param allowRestarts whether running nodes may be stopped and started
   * @return the plan; blocked when anything forbids to go on
   */
  public Plan plan(NodeSelection selection, boolean allowRestarts) {
    return plan(selection, allowRestarts, nodes::opened);
  }

  /**
   * Does the same, and has VMs made of what the control planes run rather than of what the files
   * want.
   *
   * @param selection the nodes to plan for
   * @param allowRestarts whether running nodes may be stopped and started
   * @param machines the Talos half, which is asked only if VMs are to be made; without one, the
   *     files decide
   * @return the plan; blocked when anything forbids to go on
   */
  public Plan plan(
      NodeSelection selection, boolean allowRestarts, Supplier<Optional<TalosSession>> machines) {
    return planned(machines, plans -> plans.nodes(sight.renewed(), selection, allowRestarts));
  }

  private Plan planned(
      Supplier<Optional<TalosSession>> machines, Function<SessionPlans, Plan> how) {
    return ReadableAnswers.of(
        () -> plans(machines).map(how).orElseGet(() -> SessionPlans.withoutUid(spec)));
  }

  private Plan planned(Function<SessionPlans, Plan> how) {
    return planned(nodes::opened, how);
  }

  private Optional<SessionPlans> plans(Supplier<Optional<TalosSession>> machines) {
    return spec.uid()
        .map(
            uid ->
                new SessionPlans(
                    spec,
                    connection,
                    reads,
                    lists,
                    () ->
                        machines
                            .get()
                            .map(TalosSession::joining)
                            .or(() -> RebuildNotes.alone(VersionNotes.of(sight.known())))));
  }

  /**
   * Plans to make the VM of a node anew around the disks that its data VM keeps.
   *
   * @param selection the node, exactly one
   * @param liftProtection whether its VM may be protected
   * @return the plan; blocked when anything would be lost that cannot be brought back
   */
  public Plan planRebuild(NodeSelection selection, boolean liftProtection) {
    return planRebuild(selection, liftProtection, nodes::opened);
  }

  /**
   * Does the same, and has the VM made of what the control planes run rather than of what the files
   * want.
   *
   * @param selection the node, exactly one
   * @param liftProtection whether its VM may be protected
   * @param machines the Talos half, which is asked only if the VM is to be made; without one, the
   *     files decide
   * @return the plan; blocked when anything would be lost that cannot be brought back
   */
  public Plan planRebuild(
      NodeSelection selection, boolean liftProtection, Supplier<Optional<TalosSession>> machines) {
    return planned(
        machines,
        plans ->
            plans.rebuild(
                sight.look(observer -> observer.observe(spec, selection::selects)),
                selection,
                liftProtection));
  }

  /**
   * Plans the removal of the cluster's VMs. Data VMs stay, and so does what nodes have there.
   *
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @return the plan; templates and images are kept
   */
  public Plan planDestruction(NodeSelection selection, boolean liftProtection) {
    return planDestruction(selection, liftProtection, false);
  }

  /**
   * Plans the removal of the cluster's VMs, with or without what data VMs keep.
   *
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @param withData whether data VMs and all that they keep are removed too
   * @return the plan; templates and images are kept
   */
  public Plan planDestruction(NodeSelection selection, boolean liftProtection, boolean withData) {
    return planDestruction(
        selection,
        liftProtection,
        withData,
        () -> new JoinedNodes.Unknown("nobody said how to reach it"));
  }

  /**
   * Plans the removal of the cluster's VMs, also of nodes of which only the running cluster knows:
   * a selection is a mistake if nothing anywhere has its name.
   *
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @param withData whether data VMs and all that they keep are removed too
   * @param joined asks the running cluster, such as {@link TalosSession#joinedNodes}; called only
   *     for a name that nothing on Proxmox and in the files has
   * @return the plan; templates and images are kept
   */
  public Plan planDestruction(
      NodeSelection selection,
      boolean liftProtection,
      boolean withData,
      Supplier<JoinedNodes> joined) {
    return planned(
        plans -> plans.destruction(sight.look(), selection, liftProtection, withData, joined));
  }

  /**
   * Plans to delete the data of one volume for ever that a data VM keeps.
   *
   * @param selection the node, exactly one; the files need not name it any more
   * @param volume the volume, as the files called it
   * @return the plan; blocked when the files still name the volume or somebody could use it
   */
  public Plan planVolumeDestruction(NodeSelection selection, String volume) {
    return planned(plans -> plans.volumeDestruction(sight.look(), selection, volume));
  }

  /**
   * Looks once more, right before nodes leave the cluster, whether their VMs can go: a backup can
   * have begun since they were planned for.
   *
   * @param plan a plan that destroys VMs
   * @return the plan; blocked when one of them is locked now
   */
  public Plan withLocks(Plan plan) {
    return plan.changes(DestroyVm.class).isEmpty()
        ? plan
        : plan.withFindings(GoingLocks.of(plan, sight.look().observed()));
  }

  /**
   * Plans to make VMs nodes that somebody else made.
   *
   * @param wishes the node that each VM becomes, by the VM's id or name
   * @return the plan that puts the marks on them, and the plan that would follow
   * @throws IllegalArgumentException if the cluster has no uid
   */
  public Adoption planAdoption(Map<String, NodeName> wishes) {
    return ReadableAnswers.of(
        () ->
            plans(nodes::opened)
                .orElseThrow(Sight::noUid)
                .adoption(sight.look(observer -> observer.observe(spec, wishes.keySet())), wishes));
  }

  /**
   * Plans the removal of templates that were built here and that nothing uses. A template whose
   * linked clones exist, whoever owns them, is used; what the files ask for and the newest of each
   * schematic and host are kept.
   *
   * @param keep how many of each schematic and host are kept although nothing uses them; with 0
   *     even those go that the files ask for
   * @param images whether downloaded images are removed likewise
   * @return the plan
   * @throws IllegalArgumentException if {@code keep} is negative
   */
  public Plan planTemplateCleaning(int keep, boolean images) {
    return planTemplateCleaning(keep, images, nodes::opened);
  }

  /**
   * Does the same, and keeps what the next node is made of in the version that the cluster runs.
   *
   * @param keep how many of each schematic and host are kept although nothing uses them; with 0
   *     even those go that the next node needs
   * @param images whether downloaded images are removed likewise
   * @param machines the Talos half, which is asked only if something would go; without one, the
   *     files say what the next node needs
   * @return the plan
   * @throws IllegalArgumentException if {@code keep} is negative
   */
  public Plan planTemplateCleaning(
      int keep, boolean images, Supplier<Optional<TalosSession>> machines) {
    return planned(machines, plans -> plans.templateCleaning(sight.look(), keep, images));
  }

  /**
   * Plans the removal of what nodes and earlier runs left behind: volumes that a node's VM keeps
   * attached to nothing, CDs with configurations, and entries of high availability for VMs that are
   * gone. What cannot be proved to be this cluster's is only named, such as templates and images.
   *
   * @return the plan
   */
  public Plan planLeftovers() {
    return planned(plans -> plans.leftovers(sight.look(observer -> observer.observeWithHa(spec))));
  }

  /**
   * Carries a plan out.
   *
   * @param plan a plan that is not blocked
   * @param options how
   * @param log hears what happens
   * @return how each change ended
   */
  public ApplyResult apply(Plan plan, ApplyOptions options, ApplyLog log) {
    return apply(plan, options, log, RestartCare.NONE);
  }

  /**
   * Carries a plan out and looks after the cluster inside the VMs while one of them is stopped and
   * started.
   *
   * @param plan a plan that is not blocked
   * @param options how
   * @param log hears what happens
   * @param care such as {@link TalosSession#restartCare}
   * @return how each change ended
   */
  public ApplyResult apply(Plan plan, ApplyOptions options, ApplyLog log, RestartCare care) {
    if (!plan.isEmpty()) {
      sight.outdate();
    }
    Function<URI, ImageFactory> factories = at -> SessionPlans.factory(connection, at);
    return new Applier(client, factories, options, log, Clock.systemUTC(), care).apply(plan);
  }

  /**
   * Tells how the nodes are: as the last plan saw them, or looked at anew when something was
   * carried out since.
   *
   * @return the nodes of the files in their order, then those that the files no longer name
   */
  public List<NodeStatus> status() {
    return sight.status();
  }

  /**
   * Tells whether the cluster goes on when some VMs are destroyed: a control plane stays that
   * nobody asked to destroy. One on a host that is down stays against the will of whoever asked for
   * it.
   *
   * @param selection the nodes that were asked for
   * @param going the nodes whose VMs are destroyed
   * @return whether the others have to leave properly, for its sake
   */
  public boolean goesOnWithout(NodeSelection selection, Set<NodeName> going) {
    return status().stream()
        .filter(node -> node.state() != NodeStatus.State.MISSING)
        .filter(
            node -> node.state() != NodeStatus.State.UNREACHABLE || !selection.selects(node.node()))
        .filter(node -> node.role().equals(Optional.of(NodeRole.CONTROL_PLANE)))
        .anyMatch(node -> !going.contains(node.node()));
  }

  /**
   * Tells how the nodes were at the last look, whatever that was for, and asks nobody.
   *
   * @return the nodes in the same order; empty if nobody has looked yet
   */
  public Optional<List<NodeStatus>> lastStatus() {
    return sight.lastStatus();
  }

  /**
   * Opens the Talos half over connections like those to Proxmox; nothing is sent to a node yet.
   *
   * @param secrets the cluster's secrets
   * @return the Talos half, closed with this session
   */
  public TalosSession talos(SecretsBundle secrets) {
    return talos(secrets, connection.dialer());
  }

  /**
   * Opens the Talos half; nothing is sent to a node yet.
   *
   * @param secrets the cluster's secrets
   * @param dialer what opens the connections to the nodes and to Kubernetes
   * @return the Talos half, closed with this session
   * @throws IllegalArgumentException if the cluster has no uid
   */
  public TalosSession talos(SecretsBundle secrets, Dialer dialer) {
    return talos(secrets, TalosConnection.direct().withDialer(dialer));
  }

  /**
   * Opens the Talos half with time-outs of the caller's; nothing is sent to a node yet.
   *
   * @param secrets the cluster's secrets
   * @param machines how nodes are reached
   * @return the Talos half, closed with this session
   * @throws IllegalArgumentException if the cluster has no uid
   */
  public TalosSession talos(SecretsBundle secrets, TalosConnection machines) {
    return nodes.open(secrets, machines);
  }

  /**
   * Compares the server's clock with this machine's, by what it answered so far. With a wrong clock
   * machines refuse certificates, and not all of them say why.
   *
   * @return a finding if they differ
   */
  public FindingReport clocks() {
    return Preflight.clocks(client);
  }

  /**
   * Looks whether this Proxmox cluster is fit for what the files want. Nothing is written, and
   * neither secrets nor a uid are needed.
   *
   * @return what is said about each thing
   */
  public Diagnosis diagnose() {
    return ReadableAnswers.of(
        () ->
            new Doctor(
                    reads,
                    connection.dialer(),
                    Account.of(connection.credentials()),
                    at -> new HttpImageFactory(at, connection.dialer(), lists))
                .diagnose(spec, files -> new Sight(files, connection, reads).look()));
  }

  /**
   * Finds the nodes whose machines never got a configuration. They say so without secrets, so that
   * this tells which control planes no etcd needs when nobody has the cluster's secrets at hand.
   *
   * @param machines how nodes are reached
   * @return the nodes that were seen without a configuration
   * @throws IllegalArgumentException if the cluster has no uid
   */
  public Set<NodeName> unconfigured(TalosConnection machines) {
    return nodes.unconfigured(machines);
  }

  /**
   * Reads the cluster's secrets; without any, looks once at the machines that have a configuration,
   * or might have one.
   *
   * @param file where the secrets should be
   * @param machines how nodes are reached
   * @return the secrets, or what is known without them
   * @throws SecretsException if they are another cluster's, or cannot be read
   * @throws IllegalArgumentException if the cluster has no uid
   */
  public Secrets secrets(SecretsFile file, TalosConnection machines) {
    return nodes.secrets(file, machines);
  }

  /**
   * Reads the cluster's secrets, or makes them. Before they are made, every machine of the cluster
   * has to show that it has no configuration: new secrets would not fit one that has, and nobody
   * could administer it with them. Machines that were just started are waited for.
   *
   * @param file where the secrets are or will be
   * @param machines how nodes are reached
   * @param options how long machines are waited for
   * @param log hears what is seen of them
   * @return the secrets
   * @throws SecretsException if they are missing although a machine has or might have a
   *     configuration; also if they are another cluster's, or cannot be read or written
   * @throws IllegalArgumentException if the cluster has no uid
   */
  public SecretsBundle obtainSecrets(
      SecretsFile file, TalosConnection machines, TalosOptions options, TalosLog log) {
    return nodes.obtainSecrets(file, machines, options, log);
  }

  /**
   * Adds to a plan that the cluster's secrets are missing, if any machine was configured with them
   * or might have been.
   *
   * @param plan a plan for the VMs
   * @param missing what is known without the secrets
   * @return the plan with a warning, or as it was
   */
  public Plan without(Plan plan, Secrets.Missing missing) {
    return missing.holders().isEmpty()
        ? plan
        : plan.withFindings(
            FindingReport.of(
                List.of(
                    PlanFinding.SECRETS_MISSING.finding(missing.sentence(), missing.advice()))));
  }

  /**
   * Tells what was sent so far.
   *
   * @return the counts since the session was opened
   */
  public ClientCounters counters() {
    return client.counters();
  }

  @Override
  public void close() {
    nodes.close();
    client.close();
  }
}
