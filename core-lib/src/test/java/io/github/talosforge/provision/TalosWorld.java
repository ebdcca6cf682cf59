package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.kubernetes.ApiServerAccess;
import io.github.talosforge.kubernetes.HttpKubernetes;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.Workloads;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Terms;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.TalosRole;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.secrets.Bundles;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Troubles;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosCredentials;
import io.github.talosforge.talos.client.TalosClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cluster of simulated VMs that boot Talos, and the secrets to bring it up with. */
final class TalosWorld implements AutoCloseable {
  static final SecretsBundle SECRETS = Bundles.of(ClusterUid.of("0123456789abcdef"));

  private static @Nullable SecretsFile file;

  final SimulatedCluster cluster;
  final Simulator simulator;

  TalosWorld(String talos, int controlPlanes, int workers) {
    cluster = SimulatedCluster.start().talos(talos).nodes(nodes(controlPlanes, workers));
    simulator = cluster.simulator;
  }

  TalosWorld(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.simulator = cluster.simulator;
  }

  private static String nodes(int controlPlanes, int workers) {
    String pools =
        """
        pools:
          - name: cp
            role: controlplane
            count: %d
            vm_memory: 4096
        """
            .formatted(controlPlanes);
    return workers == 0
        ? pools
        : pools
            + """
                - name: worker
                  count: %d
                  vm_memory: 2048
              """
                .formatted(workers);
  }

  /** Returns a file that holds {@link #SECRETS}. */
  static synchronized SecretsFile secretsFile() {
    SecretsFile there = file;
    if (there == null) {
      try {
        Path folder = Files.createTempDirectory("secrets");
        folder.toFile().deleteOnExit();
        there =
            SecretsFile.at(
                folder.resolve("secrets.yaml"), new SopsEnvironment(Map.of(), folder, "Linux"));
        there.create(SECRETS, Instant.now(), new SecureRandom());
        file = there;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return there;
  }

  /** Returns terms of a run with the cluster's secrets. */
  Terms terms() {
    return Terms.with(secretsFile()).through(HurriedSessions.patiently(dialer()));
  }

  /** Begins a run that looks again soon. */
  ClusterRun run(Terms terms) {
    return ClusterRun.over(cluster.spec(), HurriedSessions.hurried(cluster.session()), terms);
  }

  /** Makes the VMs and starts them. */
  TalosWorld provisioned() {
    if (!cluster.provision().complete()) {
      throw new IllegalStateException("the VMs were not made");
    }
    return this;
  }

  Dialer dialer() {
    URI proxy = URI.create(simulator.proxy());
    return Dialer.direct().loopbackOnly().through(HttpProxy.of(proxy.getHost(), proxy.getPort()));
  }

  /** Finds the VM of a node. */
  int vm(String node) {
    return simulator.inspect().vms().values().stream()
        .filter(vm -> node.equals(vm.name()))
        .mapToInt(VmState::id)
        .findFirst()
        .orElseThrow();
  }

  /** Puts something wrong with a node, or mends it. */
  void trouble(String node, Troubles.Trouble trouble, boolean present) {
    int vm = vm(node);
    simulator
        .world()
        .locked(
            () -> {
              simulator.world().troubles().set(vm, trouble, present);
              simulator.world().touch();
              return vm;
            });
  }

  /** Opens another client with full rights. */
  TalosClient client() {
    CertificateAndKey authority = SECRETS.certificates().os();
    CertificateAndKey admin =
        CertificateAuthority.of(authority)
            .talosClient(
                Set.of(TalosRole.ADMIN),
                Instant.now().minusSeconds(60),
                Duration.ofHours(1),
                new SecureRandom());
    return TalosClients.open(
        TalosConnection.direct()
            .withDialer(dialer())
            .withCredentials(new TalosCredentials(authority.certificate(), admin)));
  }

  private static ApiServerAccess access() {
    CertificateAndKey authority = SECRETS.certificates().kubernetes();
    return new ApiServerAccess(
        URI.create("https://192.168.22.100:6443"),
        authority.certificate(),
        CertificateAuthority.of(authority)
            .kubernetesClient(
                "admin",
                "system:masters",
                Instant.now().minusSeconds(60),
                Duration.ofHours(1),
                new SecureRandom()));
  }

  /** Opens the cluster's API with the rights of an administrator. */
  KubernetesWriter kubernetes() {
    return new HttpKubernetes(access(), dialer());
  }

  /** Lets somebody run applications. */
  Workloads workloads() {
    return new Workloads(access(), dialer());
  }

  /** Plans both halves. */
  Plan plan() {
    try (ClusterSession session = cluster.session()) {
      return HurriedSessions.talos(session, SECRETS, dialer())
          .plan(session.plan(NodeSelection.all(), false));
    }
  }

  /** Does something with the Talos half of a fresh session. */
  <A> A talos(Function<TalosSession, A> work) {
    return talos(SECRETS, work);
  }

  <A> A talos(SecretsBundle secrets, Function<TalosSession, A> work) {
    try (ClusterSession session = cluster.session()) {
      return work.apply(HurriedSessions.talos(session, secrets, dialer()));
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
