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
    /** It has, and etcd runs or ran with it. */
    SOME,
    /** It has, and etcd does not run yet. */
    ASLEEP,
    /** It cannot say yet. */
    UNSURE
  }

  /**
   * Here etcd stays without data until a cluster is begun or joined, and with data as long as its
   * image takes to load.
   */
  private static final String LOOKING = "Preparing";

  /** Talos begins etcd only where this directory is empty. */
  private static final String DATA = "/var/lib/etcd";

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
    if (!etcd.state().equals(LOOKING) || hasMembers(machine)) {
      return SOME;
    }
    return hasData(machine)
        ? new EtcdTrace(
            Kind.ASLEEP,
            "it has data of etcd, which does not run yet, its state is '%s': %s"
                .formatted(etcd.state(), etcd.message()))
        : NONE;
  }

  /** Whoever may not look at the directory is left with what etcd's state tells. */
  private static boolean hasData(TalosNode machine) {
    try {
      return !machine.files(DATA).isEmpty();
    } catch (TalosException e) {
      return switch (e.kind()) {
        case PERMISSION, UNIMPLEMENTED -> false;
        default -> throw e;
      };
    }
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

  boolean isAsleep() {
    return kind == Kind.ASLEEP;
  }
}
