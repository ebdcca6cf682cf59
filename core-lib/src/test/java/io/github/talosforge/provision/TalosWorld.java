package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.TalosSession;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.talos.ConnectProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.function.Function;

/** A cluster of simulated VMs that boot Talos, and the secrets to bring it up with. */
final class TalosWorld implements AutoCloseable {
  static final SecretsBundle SECRETS =
      SecretsBundle.generate(
          ClusterUid.of("0123456789abcdef"), Instant.now().minusSeconds(60), new SecureRandom());

  final SimulatedCluster cluster;
  final Simulator simulator;
  private final ConnectProxy proxy;

  TalosWorld(String talos, int controlPlanes, int workers) {
    cluster = SimulatedCluster.start().talos(talos).nodes(nodes(controlPlanes, workers));
    simulator = cluster.simulator;
    try {
      proxy = new ConnectProxy((host, port) -> simulator.talos().loopback(host, port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String nodes(int controlPlanes, int workers) {
    String pools =
        """
        pools:
          - name: cp
            role: controlplane
            count: %d
        """
            .formatted(controlPlanes);
    return workers == 0
        ? pools
        : pools
            + """
                - name: worker
                  count: %d
              """
                .formatted(workers);
  }

  /** Makes the VMs and starts them. */
  TalosWorld provisioned() {
    if (!cluster.provision().complete()) {
      throw new IllegalStateException("the VMs were not made");
    }
    return this;
  }

  Dialer dialer() {
    return Dialer.direct().loopbackOnly().through(HttpProxy.of("127.0.0.1", proxy.port()));
  }

  /** Does something with the Talos half of a fresh session. */
  <A> A talos(Function<TalosSession, A> work) {
    return talos(SECRETS, work);
  }

  <A> A talos(SecretsBundle secrets, Function<TalosSession, A> work) {
    try (ClusterSession session = cluster.session()) {
      return work.apply(session.talos(secrets, dialer()));
    }
  }

  @Override
  public void close() {
    try {
      proxy.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cluster.close();
  }
}
