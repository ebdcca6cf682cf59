package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeServices;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.protocol.common.Data;
import io.github.talosforge.simulator.talos.protocol.machine.FeaturesInfo;
import io.github.talosforge.simulator.talos.protocol.machine.FileInfo;
import io.github.talosforge.simulator.talos.protocol.machine.Hostname;
import io.github.talosforge.simulator.talos.protocol.machine.HostnameResponse;
import io.github.talosforge.simulator.talos.protocol.machine.MemInfo;
import io.github.talosforge.simulator.talos.protocol.machine.Memory;
import io.github.talosforge.simulator.talos.protocol.machine.MemoryResponse;
import io.github.talosforge.simulator.talos.protocol.machine.PlatformInfo;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceEvent;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceEvents;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceHealth;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceInfo;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceList;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceListResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceRestart;
import io.github.talosforge.simulator.talos.protocol.machine.ServiceRestartResponse;
import io.github.talosforge.simulator.talos.protocol.machine.SystemStat;
import io.github.talosforge.simulator.talos.protocol.machine.SystemStatResponse;
import io.github.talosforge.simulator.talos.protocol.machine.Version;
import io.github.talosforge.simulator.talos.protocol.machine.VersionInfo;
import io.github.talosforge.simulator.talos.protocol.machine.VersionResponse;
import io.grpc.Status;
import java.util.List;

/** What a node says about itself in plain calls. */
final class NodeFacts {
  /** What the kernel keeps for itself and Talos therefore does not see. */
  private static final long KERNEL = 60L << 10;

  private static final String ETCD_DATA = "/var/lib/etcd";

  private final Talos talos;
  private final NodeServices services;

  NodeFacts(Talos talos) {
    this.talos = talos;
    services = new NodeServices(talos);
  }

  VersionResponse version(Machine machine) {
    Version.Builder version =
        Version.newBuilder()
            .setVersion(
                VersionInfo.newBuilder()
                    .setTag(machine.image().version().tag())
                    .setSha("simulated")
                    .setGoVersion("go1.25.0")
                    .setOs("linux")
                    .setArch(machine.image().arch()))
            .setPlatform(
                PlatformInfo.newBuilder()
                    .setName(machine.image().platform())
                    .setMode(machine.image().mode()));
    if (machine.config().isPresent()) {
      version.setFeatures(FeaturesInfo.newBuilder().setRbac(true));
    }
    return VersionResponse.newBuilder().addMessages(version).build();
  }

  HostnameResponse hostname(Machine machine) {
    return HostnameResponse.newBuilder()
        .addMessages(Hostname.newBuilder().setHostname(talos.network().hostname(machine)))
        .build();
  }

  MemoryResponse memory(Machine machine) {
    long total = (talos.network().memory(machine) >> 10) - KERNEL;
    return MemoryResponse.newBuilder()
        .addMessages(
            Memory.newBuilder()
                .setMeminfo(
                    MemInfo.newBuilder()
                        .setMemtotal(total)
                        .setMemfree(total / 2)
                        .setMemavailable(total * 2 / 3)))
        .build();
  }

  SystemStatResponse systemStat(Machine machine) {
    return SystemStatResponse.newBuilder()
        .addMessages(SystemStat.newBuilder().setBootTime(machine.bootedAt().getEpochSecond()))
        .build();
  }

  ServiceListResponse services(Machine machine) {
    ServiceList.Builder list = ServiceList.newBuilder();
    Timestamp since =
        Timestamp.newBuilder().setSeconds(machine.bootedAt().getEpochSecond()).build();
    services.list(machine).forEach(service -> list.addServices(info(service, since)));
    return ServiceListResponse.newBuilder().addMessages(list).build();
  }

  private static ServiceInfo info(NodeServices.Service service, Timestamp since) {
    return ServiceInfo.newBuilder()
        .setId(service.id())
        .setState(service.state())
        .setEvents(
            ServiceEvents.newBuilder()
                .addEvents(
                    ServiceEvent.newBuilder()
                        .setMsg(service.message())
                        .setState(service.state())
                        .setTs(since)))
        .setHealth(
            ServiceHealth.newBuilder()
                .setUnknown(!service.isRunning())
                .setHealthy(service.isRunning() && service.healthy())
                .setLastMessage(service.isRunning() && service.healthy() ? "" : service.message())
                .setLastChange(since))
        .build();
  }

  ServiceRestartResponse restart(Machine machine, String id) {
    if (services.list(machine).stream().noneMatch(service -> service.id().equals(id))) {
      throw failed(Status.UNKNOWN, "service \"" + id + "\" not registered");
    }
    return ServiceRestartResponse.newBuilder()
        .addMessages(ServiceRestart.newBuilder().setResp("Service \"" + id + "\" restarted"))
        .build();
  }

  List<Data> read(Machine machine, String path) {
    String text =
        switch (path) {
          case "/proc/sys/kernel/random/boot_id" -> machine.bootId() + "\n";
          case "/etc/hostname" -> talos.network().hostname(machine) + "\n";
          case "/system/state/config.yaml" -> machine.config().map(c -> c.text()).orElse("");
          default -> throw failed(Status.NOT_FOUND, "stat " + path + ": no such file or directory");
        };
    return List.of(Data.newBuilder().setBytes(ByteString.copyFromUtf8(text)).build());
  }

  /** Only the directory of etcd's data is there; Talos lists the directory itself first. */
  List<FileInfo> list(Machine machine, String root) {
    if (!root.equals(ETCD_DATA) || !machine.isControlPlane()) {
      throw failed(Status.UNKNOWN, "stat " + root + ": no such file or directory");
    }
    FileInfo self = directory(root, ".");
    return talos.disks().etcdData(machine).isPresent()
        ? List.of(self, directory(root + "/member", "member"))
        : List.of(self);
  }

  private static FileInfo directory(String name, String relative) {
    return FileInfo.newBuilder().setName(name).setRelativeName(relative).setIsDir(true).build();
  }
}
