package io.github.talosforge.simulator.talos.resource;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The types of resources that nodes show. */
public enum ResourceType {
  /** How far it is. */
  MACHINE_STATUS("runtime", "MachineStatuses.runtime.talos.dev", false),
  /** The version of Talos; since 1.10. */
  VERSION("runtime", "Versions.runtime.talos.dev", false),
  /** The system extensions of its image, and the schematic that the image was built from. */
  EXTENSION_STATUS("runtime", "ExtensionStatuses.runtime.talos.dev", false, "extensions"),
  /** Where it runs, as its platform says. */
  PLATFORM_METADATA("runtime", "PlatformMetadatas.talos.dev", false),
  /** How its system was started and whether its firmware checked it. */
  SECURITY_STATE("runtime", "SecurityStates.talos.dev", false),
  /** The entry of the boot loader that it was started from; since 1.11. */
  BOOTED_ENTRY("runtime", "BootedEntries.talos.dev", false),
  /** Which start of it this is; since 1.14. */
  BOOT_ID("runtime", "BootIDs.runtime.talos.dev", false),
  /** What the kernel was started with; since 1.11. */
  KERNEL_CMDLINE("runtime", "KernelCmdlines.runtime.talos.dev", false, "cmdline"),
  /** What is kept beside the system, such as the way back after an upgrade. */
  META_KEY("runtime", "MetaKeys.runtime.talos.dev", false, "meta"),
  /** What is wrong with it. */
  DIAGNOSTIC("runtime", "Diagnostics.runtime.talos.dev", false),
  /** The config in force; for administrators. */
  MACHINE_CONFIG("config", "MachineConfigs.config.talos.dev", true, "mc", "machineconfig"),
  /** Control plane or worker. */
  MACHINE_TYPE("config", "MachineTypes.config.talos.dev", false),
  /** The nodes that discovery found. */
  MEMBER("cluster", "Members.cluster.talos.dev", false),
  /** Its disks. */
  DISK("runtime", "Disks.block.talos.dev", false),
  /** The disk with the system. */
  SYSTEM_DISK("runtime", "SystemDisks.block.talos.dev", false),
  /** Its volumes. */
  VOLUME_STATUS("runtime", "VolumeStatuses.block.talos.dev", false),
  /** Its services. */
  SERVICE("runtime", "Services.v1alpha1.talos.dev", false, "svc"),
  /** Its links. */
  LINK_STATUS("network", "LinkStatuses.net.talos.dev", false, "link", "links"),
  /** The addresses of its links. */
  ADDRESS_STATUS("network", "AddressStatuses.net.talos.dev", false, "address", "addresses"),
  /** Its addresses, sorted out. */
  NODE_ADDRESS("network", "NodeAddresses.net.talos.dev", false),
  /** Its name. */
  HOSTNAME_STATUS("network", "HostnameStatuses.net.talos.dev", false, "hostname"),
  /** What SMBIOS says. */
  SYSTEM_INFORMATION(
      "hardware", "SystemInformations.hardware.talos.dev", false, "systeminformation"),
  /** How its kubelet is started. */
  KUBELET_SPEC("k8s", "KubeletSpecs.kubernetes.talos.dev", false),
  /** The pods of the control plane, as they should be. */
  STATIC_POD("k8s", "StaticPods.kubernetes.talos.dev", false),
  /** The pods of the control plane. */
  STATIC_POD_STATUS("k8s", "StaticPodStatuses.kubernetes.talos.dev", false),
  /** What kube-proxy and CoreDNS are made from. */
  BOOTSTRAP_MANIFESTS_CONFIG(
      "controlplane", "BootstrapManifestsConfigs.kubernetes.talos.dev", false, "bmc", "bmcs"),
  /** How its etcd is started. */
  ETCD_SPEC("etcd", "EtcdSpecs.etcd.talos.dev", false),
  /** Its name in Kubernetes. */
  NODENAME("k8s", "Nodenames.kubernetes.talos.dev", false),
  /** Its member of etcd. */
  ETCD_MEMBER("etcd", "EtcdMembers.etcd.talos.dev", false, "etcdmember"),
  /** The types themselves. */
  RESOURCE_DEFINITION(
      "meta", "ResourceDefinitions.meta.cosi.dev", false, "rd", "rds", "api-resources");

  private final String namespace;
  private final String type;
  private final boolean sensitive;
  private final String extra;

  ResourceType(String namespace, String type, boolean sensitive, String... extra) {
    this.namespace = namespace;
    this.type = type;
    this.sensitive = sensitive;
    this.extra = String.join(" ", extra);
  }

  /** The namespace that its resources are in. */
  public String namespace() {
    return namespace;
  }

  /** Its full name. */
  public String type() {
    return type;
  }

  /** Whether only administrators may read it. */
  public boolean isSensitive() {
    return sensitive;
  }

  /** The name of one, as in {@code Member}. */
  String singular() {
    String plural = plural();
    if (plural.endsWith("Statuses") || plural.endsWith("Addresses")) {
      return plural.substring(0, plural.length() - 2);
    }
    return plural.substring(0, plural.length() - 1);
  }

  /** The name of many, as in {@code Members}. */
  String plural() {
    return type.substring(0, type.indexOf('.'));
  }

  /** What people may call it. */
  List<String> aliases() {
    String one = singular().toLowerCase(Locale.ROOT);
    String many = plural().toLowerCase(Locale.ROOT);
    String domain = type.substring(type.indexOf('.'));
    String group = domain.substring(1, domain.indexOf('.', 1));
    return Stream.concat(
            Stream.of(extra.split(" ")).filter(name -> !name.isEmpty()),
            Stream.of(
                many,
                one,
                many + "." + group,
                one + "." + group,
                (plural() + domain).toLowerCase(Locale.ROOT)))
        .distinct()
        .toList();
  }

  /** The columns of a table of them: name and path. */
  List<Map.Entry<String, String>> columns() {
    return switch (this) {
      case MACHINE_STATUS ->
          List.of(Map.entry("Stage", "{.stage}"), Map.entry("Ready", "{.status.ready}"));
      case MEMBER ->
          List.of(
              Map.entry("Hostname", "{.hostname}"),
              Map.entry("Machine Type", "{.machineType}"),
              Map.entry("OS", "{.operatingSystem}"),
              Map.entry("Addresses", "{.addresses}"));
      case DISK ->
          List.of(
              Map.entry("Size", "{.pretty_size}"),
              Map.entry("Transport", "{.transport}"),
              Map.entry("WWID", "{.wwid}"),
              Map.entry("Model", "{.model}"),
              Map.entry("Serial", "{.serial}"));
      case ADDRESS_STATUS ->
          List.of(Map.entry("Address", "{.address}"), Map.entry("Link", "{.linkName}"));
      case SERVICE ->
          List.of(Map.entry("Running", "{.running}"), Map.entry("Healthy", "{.healthy}"));
      default -> List.of();
    };
  }

  /** The type with a full name, as far as a version of Talos has it. */
  public static Optional<ResourceType> find(String namespace, String type, int minor) {
    return Stream.of(values())
        .filter(known -> known.namespace.equals(namespace) && known.type.equals(type))
        .filter(known -> minor >= known.since())
        .findFirst();
  }

  private int since() {
    return switch (this) {
      case VERSION -> 10;
      case BOOTED_ENTRY, KERNEL_CMDLINE -> 11;
      case BOOT_ID -> 14;
      default -> 0;
    };
  }
}
