package io.github.talosforge.simulator.talos.resource;

import com.google.protobuf.ByteString;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeServices;
import io.github.talosforge.simulator.talos.Stage;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.vm.GuestHardware;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** What a node shows of itself, made from what it is. Called inside of the world's lock. */
public final class NodeResources {
  private final Talos talos;
  private final NodeServices services;

  /**
   * The resources of all nodes.
   *
   * @param talos the nodes
   */
  public NodeResources(Talos talos) {
    this.talos = talos;
    this.services = new NodeServices(talos);
  }

  /** The resources of a type on a node. */
  public List<NodeResource> list(Machine machine, ResourceType type) {
    return switch (type) {
      case MACHINE_STATUS -> List.of(machineStatus(machine));
      case VERSION ->
          List.of(
              resource(
                  type, "version", new Spec().text(1, "version", machine.image().version().tag())));
      case EXTENSION_STATUS,
          PLATFORM_METADATA,
          SECURITY_STATE,
          BOOTED_ENTRY,
          BOOT_ID,
          KERNEL_CMDLINE,
          META_KEY ->
          new BootedResources(talos).list(machine, type);
      case KUBELET_SPEC, STATIC_POD, ETCD_SPEC, BOOTSTRAP_MANIFESTS_CONFIG ->
          new RunningResources().list(machine, type);
      case DIAGNOSTIC -> diagnostics(machine);
      case MACHINE_CONFIG -> configs(machine);
      case MACHINE_TYPE -> machineType(machine);
      case MEMBER -> members(machine);
      case DISK -> disks(machine);
      case SYSTEM_DISK -> systemDisk(machine);
      case VOLUME_STATUS -> new VolumeResources(talos).list(machine);
      case SERVICE -> services(machine);
      case LINK_STATUS -> new NetworkResources(talos).links(machine);
      case ADDRESS_STATUS -> new NetworkResources(talos).addresses(machine);
      case NODE_ADDRESS -> new NetworkResources(talos).nodeAddresses(machine);
      case HOSTNAME_STATUS ->
          List.of(
              resource(
                  type,
                  "hostname",
                  new Spec()
                      .text(1, "hostname", talos.network().hostname(machine))
                      .text(2, "domainname", "")));
      case SYSTEM_INFORMATION -> List.of(systemInformation(machine));
      case STATIC_POD_STATUS -> staticPods(machine);
      case NODENAME ->
          machine.config().isEmpty()
              ? List.of()
              : List.of(
                  resource(
                      type,
                      "nodename",
                      new Spec().text(1, "nodename", talos.network().hostname(machine))));
      case ETCD_MEMBER -> etcdMember(machine);
      case RESOURCE_DEFINITION -> definitions();
    };
  }

  static NodeResource resource(ResourceType type, String id, Spec spec) {
    return new NodeResource(type.namespace(), type.type(), id, spec.yaml(), spec.proto());
  }

  private NodeResource machineStatus(Machine machine) {
    List<NodeServices.Unmet> unmet = services.unmet(machine);
    Spec status =
        new Spec()
            .flag(1, "ready", unmet.isEmpty())
            .list(
                2,
                "unmetConditions",
                unmet.stream()
                    .map(u -> new Spec().text(1, "name", u.name()).text(2, "reason", u.reason()))
                    .toList());
    Stage stage = machine.stage();
    return resource(
        ResourceType.MACHINE_STATUS,
        "machine",
        new Spec().choice(1, "stage", stage.text(), stage.number()).nested(2, "status", status));
  }

  private List<NodeResource> diagnostics(Machine machine) {
    List<String> shared =
        talos.network().addresses(machine).stream()
            .filter(
                address -> talos.machines().stream().anyMatch(m -> sharesWith(m, machine, address)))
            .toList();
    return shared.isEmpty() || machine.config().isEmpty()
        ? List.of()
        : List.of(
            resource(
                ResourceType.DIAGNOSTIC,
                "address-overlap",
                new Spec()
                    .text(1, "message", "host address is used by another machine")
                    .texts(2, "details", shared)));
  }

  private boolean sharesWith(Machine other, Machine machine, String address) {
    return other != machine && talos.network().addresses(other).contains(address);
  }

  private static List<NodeResource> configs(Machine machine) {
    return machine
        .config()
        .map(
            config ->
                Stream.of("v1alpha1", "persistent")
                    .map(
                        id ->
                            resource(
                                ResourceType.MACHINE_CONFIG,
                                id,
                                new Spec().hidden(1, config.text()).shownAs(config.text())))
                    .toList())
        .orElse(List.of());
  }

  private static List<NodeResource> machineType(Machine machine) {
    return machine
        .config()
        .map(
            config -> {
              String name = config.isControlPlane() ? "controlplane" : "worker";
              return List.of(
                  new NodeResource(
                      ResourceType.MACHINE_TYPE.namespace(),
                      ResourceType.MACHINE_TYPE.type(),
                      "machine-type",
                      name + "\n",
                      ByteString.copyFrom(
                          new byte[] {8, (byte) (config.isControlPlane() ? 2 : 3)})));
            })
        .orElse(List.of());
  }

  private List<NodeResource> members(Machine machine) {
    if (machine.config().isEmpty() || !machine.config().get().discovers()) {
      return List.of();
    }
    String cluster = machine.config().get().clusterId();
    return talos.machines().stream()
        .filter(
            other ->
                other == machine
                    || (talos.connected(machine, other) && other.stage() != Stage.UNKNOWN))
        .filter(
            other ->
                other
                    .config()
                    .filter(c -> c.discovers() && c.clusterId().equals(cluster))
                    .isPresent())
        .map(this::member)
        .toList();
  }

  private NodeResource member(Machine machine) {
    String hostname = talos.network().hostname(machine);
    boolean controlPlane = machine.isControlPlane();
    Spec spec =
        new Spec()
            .text(1, "nodeId", NodeServices.nodeId(talos.network().uuid(machine)))
            .addresses(2, "addresses", talos.network().addresses(machine))
            .text(3, "hostname", hostname)
            .choice(
                4, "machineType", controlPlane ? "controlplane" : "worker", controlPlane ? 2 : 3)
            .text(5, "operatingSystem", "Talos (" + machine.image().version().tag() + ")");
    if (controlPlane) {
      spec.nested(6, "controlPlane", new Spec().number(1, "port", 6443));
    }
    return resource(ResourceType.MEMBER, hostname, spec);
  }

  private List<NodeResource> disks(Machine machine) {
    return talos.disks().all(machine).stream()
        .map(disk -> resource(ResourceType.DISK, name(disk), disk(disk)))
        .toList();
  }

  static String name(GuestHardware.Disk disk) {
    return disk.device().substring("/dev/".length());
  }

  private static Spec disk(GuestHardware.Disk disk) {
    boolean virtio = disk.key().startsWith("virtio");
    Spec spec =
        new Spec()
            .text(14, "dev_path", disk.device())
            .number(1, "size", disk.volume().size())
            .text(15, "pretty_size", pretty(disk.volume().size()))
            .number(2, "io_size", 512)
            .number(3, "sector_size", 512)
            .flag(4, "readonly", false)
            .flag(13, "cdrom", false)
            .text(5, "model", virtio ? "" : "QEMU HARDDISK")
            .text(6, "serial", disk.serial())
            .text(8, "wwid", disk.wwid())
            .text(11, "transport", disk.transport())
            .flag(12, "rotational", !disk.solid());
    String wwn = disk.wwid().replaceFirst("^naa\\.", "");
    return spec.texts(
        18, "symlinks", wwn.isEmpty() ? List.of() : List.of("/dev/disk/by-id/wwn-0x" + wwn));
  }

  static String pretty(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1000 && unit < 4) {
      value /= 1000;
      unit++;
    }
    return String.format(
        java.util.Locale.ROOT, "%.0f %s", value, List.of("B", "kB", "MB", "GB", "TB").get(unit));
  }

  private List<NodeResource> systemDisk(Machine machine) {
    return talos
        .disks()
        .system(machine)
        .map(
            disk ->
                List.of(
                    resource(
                        ResourceType.SYSTEM_DISK,
                        "system-disk",
                        new Spec()
                            .text(1, "diskID", name(disk))
                            .text(2, "devPath", disk.device()))))
        .orElse(List.of());
  }

  private List<NodeResource> services(Machine machine) {
    return services.list(machine).stream()
        .map(
            service ->
                resource(
                    ResourceType.SERVICE,
                    service.id(),
                    new Spec()
                        .flag(1, "running", service.isRunning())
                        .flag(2, "healthy", service.isRunning() && service.healthy())
                        .flag(3, "unknown", false)))
        .toList();
  }

  private NodeResource systemInformation(Machine machine) {
    return resource(
        ResourceType.SYSTEM_INFORMATION,
        "systeminformation",
        new Spec()
            .text(1, "manufacturer", "QEMU")
            .text(2, "productName", "Standard PC (Q35 + ICH9, 2009)")
            .text(4, "serialnumber", "")
            .text(5, "uuid", talos.network().uuid(machine)));
  }

  private List<NodeResource> staticPods(Machine machine) {
    if (!machine.isControlPlane() || machine.kubernetes() == null) {
      return List.of();
    }
    String host = talos.network().hostname(machine);
    return Stream.of("kube-apiserver", "kube-controller-manager", "kube-scheduler")
        .map(pod -> staticPod("kube-system/" + pod + "-" + host, talos.hasQuorum(machine)))
        .toList();
  }

  /** The status of a pod is free JSON, which protobuf carries as a Struct. */
  private static NodeResource staticPod(String id, boolean ready) {
    String state = ready ? "True" : "False";
    Spec condition = StructValue.object("type", "Ready", "status", state);
    Spec status =
        StructValue.struct(
            StructValue.field("phase", StructValue.string("Running")),
            StructValue.field("conditions", StructValue.array(condition)));
    String yaml = "phase: Running\nconditions:\n- type: Ready\n  status: \"" + state + "\"\n";
    return new NodeResource(
        ResourceType.STATIC_POD_STATUS.namespace(),
        ResourceType.STATIC_POD_STATUS.type(),
        id,
        yaml,
        StructValue.wrap(status).proto());
  }

  private List<NodeResource> etcdMember(Machine machine) {
    return machine.hasEtcd()
        ? talos
            .disks()
            .etcdData(machine)
            .map(
                data ->
                    List.of(
                        resource(
                            ResourceType.ETCD_MEMBER,
                            "local",
                            new Spec()
                                .text(1, "memberID", HexFormat.of().toHexDigits(data.member())))))
            .orElse(List.of())
        : List.of();
  }

  private static List<NodeResource> definitions() {
    List<NodeResource> definitions = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      definitions.add(Definitions.of(type));
    }
    return definitions;
  }
}
