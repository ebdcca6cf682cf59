package io.github.talosforge;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.credentials.ClientRequest;
import io.github.talosforge.credentials.CredentialsFile;
import io.github.talosforge.credentials.Kubeconfig;
import io.github.talosforge.credentials.KubernetesAccess;
import io.github.talosforge.credentials.Talosconfig;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.pki.TalosRole;
import io.github.talosforge.secrets.SecretsBundle;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Makes the files with which administrators reach a cluster, from its secrets alone. */
final class ClusterCredentials {
  private final ClusterSpec spec;
  private final SecretsBundle secrets;
  private final ClusterLayout layout;

  ClusterCredentials(ClusterSpec spec, SecretsBundle secrets, ClusterLayout layout) {
    this.spec = spec;
    this.secrets = secrets;
    this.layout = layout;
  }

  WrittenCredentials kubeconfig(Path file, URI server, Duration lifetime, Optional<URI> proxy) {
    KubernetesAccess access =
        new KubernetesAccess(
            spec.name().value(), server, secrets.certificates().kubernetes(), List.of(), proxy);
    AtomicReference<String> context = new AtomicReference<>("");
    boolean changed =
        update(
            file,
            text -> {
              Kubeconfig.Updated updated =
                  Kubeconfig.parse(file.toString(), text).with(access, request(lifetime));
              context.set(updated.context());
              return updated.config().text();
            });
    String name = Objects.requireNonNullElse(context.get(), "");
    return new WrittenCredentials(
        file, name, changed, "kubectl --kubeconfig " + file + " --context " + name + " get nodes");
  }

  WrittenCredentials talosconfig(Path file, Duration lifetime) {
    AtomicReference<String> context = new AtomicReference<>("");
    boolean changed =
        update(
            file,
            text -> {
              Talosconfig.Updated updated =
                  Talosconfig.parse(file.toString(), text)
                      .with(
                          spec.name().value(),
                          endpoints(),
                          secrets.certificates().os(),
                          Set.of(TalosRole.ADMIN),
                          request(lifetime));
              context.set(updated.context());
              return updated.config().text();
            });
    String name = Objects.requireNonNullElse(context.get(), "");
    String node = endpoints().stream().findFirst().orElse("");
    return new WrittenCredentials(
        file,
        name,
        changed,
        "talosctl --talosconfig " + file + " --context " + name + " -n " + node + " health");
  }

  private static boolean update(Path file, UnaryOperator<String> change) {
    return new CredentialsFile(file).update(change);
  }

  private static ClientRequest request(Duration lifetime) {
    return new ClientRequest(lifetime, Instant.now(), new SecureRandom());
  }

  private List<String> endpoints() {
    return spec.nodes(NodeRole.CONTROL_PLANE).stream()
        .flatMap(node -> layout.of(node.name()).flatMap(NodeAssignment::address).stream())
        .map(Ipv4Address::toString)
        .toList();
  }
}
