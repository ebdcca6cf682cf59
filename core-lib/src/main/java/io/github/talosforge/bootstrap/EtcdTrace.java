package io.github.talosforge.bootstrap;

import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.Optional;
import java.util.Set;

/**
 * What a control plane says of etcd's data.
 *
 * @param kind whether it has any
 * @param words what keeps it from saying so
 */
record EtcdTrace(Kind kind, String words) {
  /** Whether a machine has data of etcd. */
  enum Kind {
    /** It has none, as far as one look tells. */
    NONE,
    /** It has. */
    SOME,
    /** It cannot say yet. */
    UNSURE
  }

  /** Here etcd looks at its data; without any it stays until a cluster is begun or joined. */
  private static final String LOOKING = "Preparing";

  /** What a service passes through before that, with data as without. */
  private static final Set<String> BEFORE =
      Set.of("Initialized", "Waiting", "Pre", "Starting", "Skipped", "");

  private static final EtcdTrace NONE = new EtcdTrace(Kind.NONE, "");
  private static final EtcdTrace SOME = new EtcdTrace(Kind.SOME, "");

  /** Asks a control plane; one without a configuration has none. */
  static EtcdTrace of(TalosClient client, SeenNode node) {
    if (!node.isConfigured()) {
      return NONE;
    }
    try (TalosNode machine = client.node(node.endpoint())) {
      Optional<ServiceState> etcd =
          machine.services().stream().filter(service -> service.id().equals("etcd")).findFirst();
      if (etcd.isEmpty()) {
        return new EtcdTrace(Kind.UNSURE, "Talos has not got as far as etcd.");
      }
      return of(machine, etcd.get());
    }
  }

  private static EtcdTrace of(TalosNode machine, ServiceState etcd) {
    if (BEFORE.contains(etcd.state())) {
      return new EtcdTrace(
          Kind.UNSURE,
          "etcd does not say yet whether it has data, its state is '%s': %s"
              .formatted(etcd.state(), etcd.message()));
    }
    return etcd.state().equals(LOOKING) && !hasMembers(machine) ? NONE : SOME;
  }

  private static boolean hasMembers(TalosNode machine) {
    try {
      return !machine.etcdMembers().isEmpty();
    } catch (TalosException e) {
      return switch (e.kind()) {
        case UNREACHABLE, DISCONNECTED, TIMEOUT, OTHER_AUTHORITY, PERMISSION -> throw e;
        default -> false;
      };
    }
  }

  boolean denies() {
    return kind == Kind.NONE;
  }

  boolean exists() {
    return kind == Kind.SOME;
  }
}
