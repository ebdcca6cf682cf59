package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The services of nodes, and whether they are as they should be. */
public final class NodeServices {
  private final Talos talos;

  /**
   * The services of all nodes.
   *
   * @param talos the nodes
   */
  public NodeServices(Talos talos) {
    this.talos = talos;
  }

  /**
   * A service.
   *
   * @param id for example {@code etcd}
   * @param state for example {@code Running} or {@code Preparing}
   * @param healthy whether its health check succeeds
   * @param message what its last event says
   */
  public record Service(String id, String state, boolean healthy, String message) {
    /** Whether it runs. */
    public boolean isRunning() {
      return state.equals("Running");
    }
  }

  /**
   * Something that keeps a node from being ready.
   *
   * @param name for example {@code services}
   * @param reason for people
   */
  public record Unmet(String name, String reason) {}

  /** The services of a node. */
  public List<Service> list(Machine machine) {
    List<Service> services = new ArrayList<>();
    services.add(running("apid", machine.answers()));
    services.add(running("auditd", true));
    services.add(running("containerd", true));
    boolean configured = machine.phase() == Machine.Phase.CONFIGURED;
    if (configured) {
      services.add(running("cri", true));
    }
    services.add(running("dashboard", true));
    if (configured && machine.isControlPlane()) {
      services.add(etcd(machine));
    }
    if (configured) {
      services.add(kubelet(machine));
    }
    services.add(running("machined", true));
    services.add(running("syslogd", true));
    if (configured && machine.isControlPlane()) {
      services.add(running("trustd", machine.hasSecureApi()));
    }
    services.add(running("udevd", true));
    return services;
  }

  private static Service running(String id, boolean up) {
    return up
        ? new Service(id, "Running", true, "Health check successful")
        : new Service(id, "Waiting", false, "Waiting for network");
  }

  private Service etcd(Machine machine) {
    if (machine.hasEtcd()) {
      boolean healthy = talos.hasQuorum(machine);
      return new Service(
          "etcd",
          "Running",
          healthy,
          healthy ? "Health check successful" : "context deadline exceeded");
    }
    if (talos.world().troubles().has(machine.vmid(), Trouble.ETCD_WAITS)) {
      return new Service("etcd", "Waiting", false, "Waiting for service \"cri\" to be \"up\"");
    }
    return talos.world().troubles().has(machine.vmid(), Trouble.CLOCK_OUT_OF_SYNC)
        ? new Service("etcd", "Waiting", false, "Waiting for time sync")
        : new Service("etcd", "Preparing", false, "Running pre state");
  }

  /** The kubelet starts with the node; joining is another matter. */
  private static Service kubelet(Machine machine) {
    boolean up = machine.hasSecureApi();
    return up
        ? new Service("kubelet", "Running", true, "Health check successful")
        : new Service("kubelet", "Waiting", false, "Waiting for network");
  }

  /** What keeps a node from being ready; only a node that boots or runs is asked. */
  public List<Unmet> unmet(Machine machine) {
    List<Unmet> unmet = new ArrayList<>();
    if (machine.stage() != Stage.BOOTING && machine.stage() != Stage.RUNNING) {
      return unmet;
    }
    if (talos.world().troubles().has(machine.vmid(), Trouble.CLOCK_OUT_OF_SYNC)) {
      unmet.add(new Unmet("time", "time is not synced"));
    }
    if (talos.network().addresses(machine).isEmpty()) {
      unmet.add(new Unmet("network", "waiting on: address, connectivity"));
    }
    List<String> problems =
        list(machine).stream()
            .filter(service -> !service.isRunning() || !service.healthy())
            .map(service -> service.id() + (service.isRunning() ? " not healthy" : " not running"))
            .toList();
    if (!problems.isEmpty()) {
      unmet.add(new Unmet("services", String.join(", ", problems)));
    }
    if (talos.world().troubles().has(machine.vmid(), Trouble.NEVER_READY)) {
      unmet.add(new Unmet("staticPods", "kube-system/static-web not ready"));
    }
    String node = "node \"" + talos.network().hostname(machine) + "\" ";
    Optional<Boolean> ready = nodeReady(machine);
    if (ready.isEmpty()) {
      unmet.add(new Unmet("nodeReady", node + "status is not available yet"));
    } else if (!ready.get()) {
      unmet.add(new Unmet("nodeReady", node + "is not ready"));
    }
    return unmet;
  }

  private Optional<Boolean> nodeReady(Machine machine) {
    return talos
        .cluster(machine.kubernetes())
        .flatMap(cluster -> talos.apiServers().isReady(cluster, talos.network().hostname(machine)));
  }

  /** The id of a node for discovery. */
  public static String nodeId(String uuid) {
    byte[] seed = (uuid + uuid).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(seed).substring(0, 43);
  }
}
