package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.TalosVersion;
import io.github.talosforge.simulator.talos.protocol.cluster.ClusterServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.StateGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.ImageServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.LifecycleServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.storage.StorageServiceGrpc;
import io.github.talosforge.simulator.talos.protocol.time.TimeServiceGrpc;
import io.grpc.MethodDescriptor;
import java.util.Set;
import java.util.stream.Stream;

/** Which calls only read, who may make them, and which ones maintenance mode knows. */
public final class RpcRules {
  static final String ADMIN = "os:admin";
  static final String OPERATOR = "os:operator";
  static final String READER = "os:reader";
  static final String BACKUP = "os:etcd:backup";

  private static final String MACHINE = "machine.MachineService/";
  private static final Set<String> READS =
      Set.of(
          MACHINE + "EtcdAlarmList",
          MACHINE + "EtcdMemberList",
          MACHINE + "EtcdStatus",
          MACHINE + "Events",
          MACHINE + "Hostname",
          MACHINE + "List",
          MACHINE + "Memory",
          MACHINE + "ServiceList",
          MACHINE + "SystemStat",
          MACHINE + "Version",
          "cosi.resource.State/Get",
          "cosi.resource.State/List",
          "cosi.resource.State/Watch",
          "storage.StorageService/Disks",
          "cluster.ClusterService/HealthCheck",
          "time.TimeService/Time",
          "time.TimeService/TimeCheck");
  private static final Set<String> SECRET_READS =
      Set.of(
          MACHINE + "Kubeconfig",
          MACHINE + "Read",
          MACHINE + "GenerateClientConfiguration",
          MACHINE + "EtcdSnapshot");
  private static final Set<String> OPERATED =
      Set.of(
          MACHINE + "EtcdAlarmDisarm",
          MACHINE + "EtcdDefragment",
          MACHINE + "EtcdSnapshot",
          MACHINE + "Reboot",
          MACHINE + "ServiceRestart",
          MACHINE + "ServiceStart",
          MACHINE + "ServiceStop",
          MACHINE + "Shutdown",
          "machine.ImageService/Pull");
  private static final Set<String> BACKED_UP =
      Set.of(
          MACHINE + "EtcdAlarmList",
          MACHINE + "EtcdMemberList",
          MACHINE + "EtcdSnapshot",
          MACHINE + "EtcdStatus");
  private static final Set<String> OLD_MAINTENANCE =
      Set.of(
          MACHINE + "ApplyConfiguration",
          "storage.StorageService/Disks",
          "cosi.resource.State/Get",
          "cosi.resource.State/List",
          "cosi.resource.State/Watch");
  private static final Set<String> OLD_REFUSALS =
      Set.of(
          MACHINE + "Version",
          MACHINE + "Upgrade",
          MACHINE + "Reset",
          MACHINE + "MetaWrite",
          MACHINE + "MetaDelete");
  private static final Set<String> SINCE_1_13 =
      Set.of("machine.ImageService", "machine.LifecycleService");

  private RpcRules() {}

  /** Whether a call only reads. */
  public static boolean isRead(String method) {
    return READS.contains(method) || SECRET_READS.contains(method);
  }

  /**
   * Whether there is a call with a name, written as the journal writes it.
   *
   * @param verb GET for a call that only reads, else POST
   * @param path for example {@code /machine.MachineService/Bootstrap}
   * @return whether there is
   */
  public static boolean isKnown(String verb, String path) {
    return Stream.of(
            MachineServiceGrpc.getServiceDescriptor(),
            StorageServiceGrpc.getServiceDescriptor(),
            StateGrpc.getServiceDescriptor(),
            ClusterServiceGrpc.getServiceDescriptor(),
            TimeServiceGrpc.getServiceDescriptor(),
            ImageServiceGrpc.getServiceDescriptor(),
            LifecycleServiceGrpc.getServiceDescriptor())
        .flatMap(service -> service.getMethods().stream())
        .map(MethodDescriptor::getFullMethodName)
        .anyMatch(name -> path.equals("/" + name) && verb.equals(isRead(name) ? "GET" : "POST"));
  }

  static boolean isAllowed(String method, Set<String> roles) {
    return roles.contains(ADMIN)
        || (roles.contains(OPERATOR) && (READS.contains(method) || OPERATED.contains(method)))
        || (roles.contains(READER) && READS.contains(method))
        || (roles.contains(BACKUP) && BACKED_UP.contains(method));
  }

  /** Whether a version has a call at all. */
  static boolean exists(String method, TalosVersion version) {
    return version.minor() >= 13 || !SINCE_1_13.contains(method.substring(0, method.indexOf('/')));
  }

  /** Whether the small service of maintenance mode before 1.13 answers a call. */
  static boolean isInOldMaintenance(String method, TalosVersion version) {
    return OLD_MAINTENANCE.contains(method)
        || (version.minor() >= 11 && method.equals("storage.StorageService/BlockDeviceWipe"));
  }

  /** Whether that service knows a call and says that it is for others. */
  static boolean isRefusedInOldMaintenance(String method) {
    return OLD_REFUSALS.contains(method);
  }
}
