package io.github.talosforge;

import io.github.talosforge.apply.Applier;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Observer;
import io.github.talosforge.observe.Ownership;
import io.github.talosforge.plan.DestroyPlanner;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.Preflight;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.client.ProxmoxClients;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

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
 */
public final class ClusterSession implements AutoCloseable {
  private final ClusterSpec spec;
  private final ProxmoxConnection connection;
  private final ProxmoxClient client;

  private ClusterSession(ClusterSpec spec, ProxmoxConnection connection, ProxmoxClient client) {
    this.spec = spec;
    this.connection = connection;
    this.client = client;
  }

  /**
   * Opens a session; nothing is sent yet.
   *
   * @param spec the cluster as its files describe it
   * @param connection how to reach Proxmox
   * @return the session
   */
  public static ClusterSession open(ClusterSpec spec, ProxmoxConnection connection) {
    return over(spec, connection, ProxmoxClients.open(connection));
  }

  /**
   * Opens a session over a client, which it closes in the end; nothing is sent yet.
   *
   * @param spec the cluster as its files describe it
   * @param connection how the client reaches Proxmox
   * @param client the client
   * @return the session
   */
  public static ClusterSession over(
      ClusterSpec spec, ProxmoxConnection connection, ProxmoxClient client) {
    return new ClusterSession(spec, connection, client);
  }

  /**
   * Compares the files with the live system and looks whether what has to be done can be done.
   *
   * @param selection the nodes to plan for
   * @param allowRestarts whether running nodes may be stopped and started
   * @return the plan; blocked when anything forbids to go on
   */
  public Plan plan(NodeSelection selection, boolean allowRestarts) {
    Optional<ClusterUid> uid = spec.uid();
    if (uid.isEmpty()) {
      return Planner.withoutUid(spec, Planner.freshUid(new SecureRandom()));
    }
    ObservedCluster observed = observe();
    Plan plan =
        new Planner()
            .plan(
                PlanRequest.of(
                    spec,
                    uid.get(),
                    observed,
                    ClusterSession::schematicId,
                    selection,
                    allowRestarts));
    if (plan.isEmpty() || plan.isBlocked()) {
      return plan;
    }
    Preflight preflight =
        new Preflight(
            client, connection.dialer(), Account.of(connection.credentials()), this::factory);
    return plan.withFindings(
        preflight.check(plan, observed, spec.network().vip().map(Object::toString)));
  }

  /**
   * Plans the removal of the cluster's VMs.
   *
   * @param selection the nodes to remove
   * @param liftProtection whether protected VMs may be removed too
   * @return the plan; templates and images are kept
   */
  public Plan planDestruction(NodeSelection selection, boolean liftProtection) {
    Optional<ClusterUid> uid = spec.uid();
    return uid.isEmpty()
        ? Planner.withoutUid(spec, Planner.freshUid(new SecureRandom()))
        : new DestroyPlanner()
            .plan(spec, observe(), Ownership.of(spec, uid.get()), selection, liftProtection);
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
    return new Applier(client, this::factory, options, log, Clock.systemUTC()).apply(plan);
  }

  /**
   * Tells how the nodes are.
   *
   * @return the nodes of the files in their order, then those that the files no longer name
   */
  public List<NodeStatus> status() {
    return spec.uid().map(uid -> ClusterStatus.of(spec, uid, observe())).orElse(List.of());
  }

  /**
   * Tells what was sent so far.
   *
   * @return the counts since the session was opened
   */
  public ClientCounters counters() {
    return client.counters();
  }

  private ObservedCluster observe() {
    return new Observer(client).observe(spec);
  }

  private ImageFactory factory(URI address) {
    return new HttpImageFactory(address, connection.dialer());
  }

  private static SchematicId schematicId(ImageSpec image) {
    return image.schematicId().orElseGet(() -> Schematic.of(image.schematic()).id());
  }

  @Override
  public void close() {
    client.close();
  }
}
