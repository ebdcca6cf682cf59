package io.github.talosforge.access;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DeviceSpec.AgentMode;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.model.VolumeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The least that a token must be allowed for one cluster, from template to removal. */
public final class RequiredAccess {
  private static final List<String> STARTUP_KEYS =
      List.of("vm_startup_order", "vm_startup_delay", "vm_shutdown_delay");

  private static final String CUSTOM = "custom-";

  private final ClusterSpec cluster;
  private final PveRelease release;

  private RequiredAccess(ClusterSpec cluster, PveRelease release) {
    this.cluster = cluster;
    this.release = release;
  }

  /** Returns the grants that the cluster needs, in the order in which people think of them. */
  public static List<Grant> of(ClusterSpec cluster, PveRelease release) {
    return new RequiredAccess(cluster, release).grants();
  }

  private List<Grant> grants() {
    List<Grant> grants = new ArrayList<>();
    grants.add(machines());
    grants.add(
        grant(
            "Disks",
            Set.of("Datastore.AllocateSpace", "Datastore.Audit"),
            paths("/storage/", diskStorages()),
            "disks of VMs and templates"));
    grants.add(
        grant(
            "Images",
            images(),
            Set.of("/storage/" + cluster.proxmox().imageStorage()),
            "downloaded Talos images"));
    grants.add(
        grant(
            "Network",
            Set.of("SDN.Use"),
            paths("/sdn/zones/localnetwork/", bridges()),
            "network cards on these bridges"));
    grants.add(
        grant(
            "Hosts",
            Set.of("Sys.AccessNetwork", "Sys.Audit"),
            hosts(),
            "hosts that download images and tell their load"));
    pools().ifPresent(grants::add);
    mappings().ifPresent(grants::add);
    processors().ifPresent(grants::add);
    highAvailability().ifPresent(grants::add);
    grants.add(startup());
    return List.copyOf(grants);
  }

  /** CDs with configurations must not stay, and only this strong right lets them be deleted. */
  private Set<String> images() {
    Set<String> privileges =
        new TreeSet<>(
            Set.of("Datastore.AllocateSpace", "Datastore.AllocateTemplate", "Datastore.Audit"));
    if (any(node -> node.image().delivery() == Delivery.CIDATA)) {
      privileges.add("Datastore.Allocate");
    }
    return privileges;
  }

  private Grant machines() {
    Set<String> privileges =
        new TreeSet<>(
            Set.of(
                "VM.Allocate",
                "VM.Audit",
                "VM.Clone",
                "VM.Config.CDROM",
                "VM.Config.CPU",
                "VM.Config.Cloudinit",
                "VM.Config.Disk",
                "VM.Config.HWType",
                "VM.Config.Memory",
                "VM.Config.Network",
                "VM.Config.Options",
                "VM.PowerMgmt"));
    if (any(node -> node.vm().devices().agent() != AgentMode.OFF)) {
      privileges.add(release.agentPrivilege());
    }
    return grant("VMs", privileges, Set.of("/vms"), "nodes and templates");
  }

  private Optional<Grant> pools() {
    Set<String> pools =
        collect(node -> node.vm().marks().pool().stream().map(pool -> "/pool/" + pool));
    return optional(
        grant("Pool", Set.of("Pool.Allocate", "Pool.Audit"), pools, "the nodes' resource pool"));
  }

  private Optional<Grant> mappings() {
    Set<String> mappings =
        collect(
            node ->
                node.vm().gpu().flatMap(GpuSpec::mapping).stream()
                    .map(name -> "/mapping/pci/" + name));
    return optional(grant("Devices", Set.of("Mapping.Use"), mappings, "GPUs passed through"));
  }

  /** Only Proxmox VE 9 asks for a right to use a processor model of one's own. */
  private Optional<Grant> processors() {
    Set<String> models =
        collect(
            node ->
                Stream.of(node.vm().cpu().type())
                    .filter(type -> release == PveRelease.PVE_9 && type.startsWith(CUSTOM))
                    .map(type -> "/mapping/cpu/" + type.substring(CUSTOM.length())));
    return optional(
        grant("Processors", Set.of("Mapping.Use"), models, "processor models of your own"));
  }

  private Optional<Grant> highAvailability() {
    boolean wanted = any(node -> node.vm().lifecycle().ha().enabled());
    return wanted || cluster.proxmox().antiAffinity()
        ? Optional.of(
            grant(
                "HighAvailability",
                Set.of("Sys.Audit", "Sys.Console"),
                Set.of("/"),
                "high availability"))
        : Optional.empty();
  }

  /** Proxmox VE asks for this strong right; what nobody wrote is left out without it. */
  private Grant startup() {
    boolean written =
        any(node -> STARTUP_KEYS.stream().anyMatch(key -> node.provenance().isWritten(key)));
    return new Grant(
        roleName("Startup"),
        new TreeSet<>(Set.of("Sys.Modify")),
        new TreeSet<>(Set.of("/")),
        "the order in which hosts start VMs",
        !written);
  }

  private Set<String> diskStorages() {
    Set<String> storages = collect(node -> storages(node).map(StorageName::value));
    storages.add(cluster.proxmox().templateStorage().value());
    return storages;
  }

  private static Stream<StorageName> storages(NodeSpec node) {
    VmSpec vm = node.vm();
    Stream<StorageName> firmware =
        vm.firmware().bios() == Bios.OVMF || vm.firmware().tpm()
            ? Stream.of(vm.firmware().efiStorage())
            : Stream.of();
    Stream<StorageName> cloudInit =
        node.image().provision() == Provision.ISO ? Stream.of() : Stream.of(vm.cloudInitStorage());
    Stream<StorageName> disks =
        Stream.concat(Stream.of(vm.systemDisk()), vm.extraDisks().stream()).map(DiskSpec::storage);
    Stream<StorageName> volumes =
        node.volumes().volumes().stream().map(VolumeSpec::storage).flatMap(Optional::stream);
    return Stream.of(firmware, cloudInit, disks, volumes).flatMap(Function.identity());
  }

  private Set<String> bridges() {
    return collect(
        node ->
            Stream.concat(Stream.of(node.vm().nic()), node.vm().extraNics().stream())
                .map(NicSpec::bridge)
                .map(Object::toString));
  }

  private Set<String> hosts() {
    Set<String> named = collect(node -> node.host().stream().map(HostName::value));
    boolean everyNodeHasOne = cluster.nodes().stream().allMatch(node -> node.host().isPresent());
    cluster.proxmox().hosts().forEach(host -> named.add(host.value()));
    cluster.proxmox().defaultHost().ifPresent(host -> named.add(host.value()));
    boolean bounded =
        everyNodeHasOne
            || !cluster.proxmox().hosts().isEmpty()
            || cluster.proxmox().defaultHost().isPresent();
    return bounded ? paths("/nodes/", named) : Set.of("/nodes");
  }

  private boolean any(Predicate<NodeSpec> question) {
    return cluster.nodes().stream().anyMatch(question);
  }

  private Set<String> collect(Function<NodeSpec, Stream<String>> question) {
    return cluster.nodes().stream()
        .flatMap(question)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Optional<Grant> optional(Grant grant) {
    return grant.paths().isEmpty() ? Optional.empty() : Optional.of(grant);
  }

  private static Set<String> paths(String prefix, Set<String> names) {
    return names.stream().map(name -> prefix + name).collect(Collectors.toSet());
  }

  private static Grant grant(String name, Set<String> privileges, Set<String> paths, String why) {
    return new Grant(roleName(name), new TreeSet<>(privileges), new TreeSet<>(paths), why, false);
  }

  private static String roleName(String name) {
    return "Talosforge" + name;
  }
}
