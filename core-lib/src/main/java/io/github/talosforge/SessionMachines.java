package io.github.talosforge;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.bootstrap.Pacing;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.net.CertificateTimes;
import io.github.talosforge.pki.PemCertificate;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VersionNotes;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.secrets.Secrets;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.talos.TalosConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/** The machines of a session's nodes: the ways to them, and who of them has the secrets. */
final class SessionMachines implements AutoCloseable {
  private final ClusterSpec spec;
  private final ProxmoxConnection connection;
  private final ProxmoxClient client;
  private final ProxmoxClient reads;
  private final Sight sight;
  private final Function<Plan, ApplyResult> writing;
  private final Audit audit;
  private final Supplier<Pacing> pacing;
  private final List<TalosSession> opened = new CopyOnWriteArrayList<>();

  /**
   * Prepares ways to the machines; nothing is sent yet.
   *
   * @param spec the cluster
   * @param connection how to reach Proxmox and the Image Factory
   * @param client the connection to Proxmox
   * @param reads the same for what only reads, which ends when the session is stopped
   * @param sight what is seen of the cluster
   * @param writing carries a plan out on Proxmox
   * @param audit hears of writes
   * @param pacing how time is measured and spent
   */
  SessionMachines(
      ClusterSpec spec,
      ProxmoxConnection connection,
      ProxmoxClient client,
      ProxmoxClient reads,
      Sight sight,
      Function<Plan, ApplyResult> writing,
      Audit audit,
      Supplier<Pacing> pacing) {
    this.spec = spec;
    this.connection = connection;
    this.client = client;
    this.reads = reads;
    this.sight = sight;
    this.writing = writing;
    this.audit = audit;
    this.pacing = pacing;
  }

  /** Returns the first way that was opened. */
  Optional<TalosSession> opened() {
    return opened.stream().findFirst();
  }

  TalosSession open(SecretsBundle secrets, TalosConnection machines) {
    ClusterUid uid = sight.uid();
    ClusterLayout layout = sight.known().layoutOfAll();
    requireTime(secrets);
    TalosSession talos =
        new TalosSession(
            spec,
            secrets,
            layout,
            places(layout, sight::status),
            new ConfigurationDiscs(
                spec, uid, client, () -> new DiscsInSight(client, sight.known()), sight::outdate),
            new RebuildNotes(this::notes, writing),
            () -> suspicions(machines),
            this::published,
            machines.withAudit(machines.audit().and(audit)),
            pacing.get());
    opened.add(talos);
    return talos;
  }

  /** Those that the factory of the first node builds. */
  private Set<TalosVersion> published() {
    return spec.nodes().stream()
        .map(node -> node.image().factoryUrl())
        .findFirst()
        .map(factory -> SessionPlans.published(connection, factory))
        .orElse(Set.of());
  }

  /** What is signed at a time when its signer does not count opens nothing. */
  private void requireTime(SecretsBundle secrets) {
    PemCertificate authority = secrets.certificates().os().certificate();
    Instant now = Instant.now();
    Instant begin = authority.notBefore();
    CertificateTimes.disagreement(begin, authority.notAfter(), now)
        .filter(unused -> now.isAfter(begin) || now.plus(RunCredentials.CLOCK_SKEW).isBefore(begin))
        .ifPresent(
            disagreement -> {
              throw new SecretsException(
                  "The cluster's own authority "
                      + disagreement
                      + client
                          .clock()
                          .map(clocks -> "; the server's says " + clocks.there())
                          .orElse("")
                      + ". Set this machine's clock right: certificates that it makes now would"
                      + " open nothing.",
                  /* cause= */ null);
            });
  }

  private ProxmoxPlaces places(ClusterLayout layout, Supplier<List<NodeStatus>> known) {
    return new ProxmoxPlaces(spec, reads, known, sight::statusNow, sight::strays, layout);
  }

  Secrets secrets(SecretsFile file, TalosConnection machines) {
    return file.look(sight.uid(), () -> secretHolders(machines).look());
  }

  SecretsBundle obtainSecrets(
      SecretsFile file, TalosConnection machines, TalosOptions options, TalosLog log) {
    return file.obtain(
        sight.uid(),
        () -> secretHolders(machines).await(options, log, pacing.get()),
        Instant.now(),
        new SecureRandom());
  }

  Set<NodeName> unconfigured(TalosConnection machines) {
    return holders(machines, sight::status, List::of).unconfigured();
  }

  /**
   * Who stands still until it gets a CD is started by the run that asks, with a CD in its drive
   * too: an interrupted first run goes on.
   */
  private Map<NodeName, String> suspicions(TalosConnection machines) {
    Map<NodeName, String> words = new LinkedHashMap<>();
    holders(machines, sight::status, List::of)
        .look()
        .forEach(holder -> words.put(holder.node(), holder.words()));
    discs().waiting().forEach(vm -> words.remove(vm.node()));
    return words;
  }

  private SecretHolders secretHolders(TalosConnection machines) {
    return holders(machines, sight::statusWithDoubtful, () -> RebuildNotes.holders(notes()));
  }

  private SecretHolders holders(
      TalosConnection machines,
      Supplier<List<NodeStatus>> known,
      Supplier<List<Secrets.Holder>> noted) {
    return new SecretHolders(
        places(sight.known().layoutOfAll(), known),
        known,
        discs().unstarted(),
        noted.get(),
        machines);
  }

  private VersionNotes notes() {
    return VersionNotes.of(sight.known());
  }

  private DiscsInSight discs() {
    return new DiscsInSight(reads, sight.known());
  }

  @Override
  public void close() {
    opened.forEach(TalosSession::close);
  }
}
