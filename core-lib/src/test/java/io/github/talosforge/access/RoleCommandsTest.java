package io.github.talosforge.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.model.ClusterSpec;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoleCommandsTest {
  private static final String CLUSTER =
      """
      cluster_name: homelab
      talos_version: v1.12.4
      kubernetes_version: v1.35.0
      cluster_api_vip: 192.168.1.5
      node_cidr: 192.168.1.0/24
      node_gateway: 192.168.1.1
      proxmox_nodes: [pve1, pve2]
      proxmox_storage: tank
      proxmox_image_storage: local
      proxmox_bridge: vmbr1
      """;
  private static final String NODES =
      """
      nodes:
        - name: cp-1
          controller: true
        - name: worker-1
      """;

  @Test
  void thePrintedScriptIsComplete() {
    assertThat(commands(PveRelease.PVE_9).lines(cluster(CLUSTER, NODES)))
        .containsExactly(
            "# Proxmox VE 9, as root on one host of the cluster.",
            role(
                "TalosforgeVMs",
                "VM.Allocate VM.Audit VM.Clone VM.Config.CDROM VM.Config.CPU VM.Config.Cloudinit"
                    + " VM.Config.Disk VM.Config.HWType VM.Config.Memory VM.Config.Network"
                    + " VM.Config.Options VM.GuestAgent.Audit VM.PowerMgmt"),
            role("TalosforgeDisks", "Datastore.AllocateSpace Datastore.Audit"),
            role(
                "TalosforgeImages",
                "Datastore.AllocateSpace Datastore.AllocateTemplate Datastore.Audit"),
            role("TalosforgeNetwork", "SDN.Use"),
            role("TalosforgeHosts", "Sys.AccessNetwork Sys.Audit"),
            "# " + role("TalosforgeStartup", "Sys.Modify"),
            "# A user that is there stays as it is; a token that is there keeps its secret.",
            "pveum user add talosforge@pve --comment \"Talosforge\" 2>/dev/null"
                + " || pveum user modify talosforge@pve",
            "# The secret is shown once, when the token is made. The token ends on 2027-11-16.",
            "# If the secret is lost, run this first: pveum user token delete talosforge@pve"
                + " homelab",
            "pveum user token add talosforge@pve homelab --privsep 1 --expire 1826323200"
                + " 2>/dev/null"
                + " || pveum user token modify talosforge@pve homelab --privsep 1"
                + " --expire 1826323200",
            "# For nodes and templates",
            acl("/vms", "TalosforgeVMs"),
            "# For disks of VMs and templates",
            acl("/storage/tank", "TalosforgeDisks"),
            "# For downloaded Talos images",
            acl("/storage/local", "TalosforgeImages"),
            "# For network cards on these bridges",
            acl("/sdn/zones/localnetwork/vmbr1", "TalosforgeNetwork"),
            "# For hosts that download images and tell their load",
            acl("/nodes/pve1", "TalosforgeHosts"),
            acl("/nodes/pve2", "TalosforgeHosts"),
            "# Optional, for the order in which hosts start VMs",
            "# " + acl("/", "TalosforgeStartup"));
  }

  @Test
  void theAgentsPrivilegeIsThatOfTheRelease() {
    ClusterSpec cluster = cluster(CLUSTER, NODES);

    assertThat(machines(cluster, PveRelease.PVE_8))
        .contains("VM.Monitor")
        .doesNotContain("VM.GuestAgent.Audit");
    assertThat(machines(cluster, PveRelease.PVE_9))
        .contains("VM.GuestAgent.Audit")
        .doesNotContain("VM.Monitor");
    assertThat(
            machines(
                cluster(CLUSTER + "proxmox_vm_advanced: {qemu_agent: false}\n", NODES),
                PveRelease.PVE_9))
        .noneMatch(privilege -> privilege.contains("Agent"));
  }

  @Test
  void aWrittenStartupOrderNeedsItsRight() {
    ClusterSpec cluster = cluster(CLUSTER, NODES + "    vm_startup_order: 7\n");

    assertThat(RequiredAccess.of(cluster, PveRelease.PVE_9))
        .filteredOn(grant -> grant.role().equals("TalosforgeStartup"))
        .singleElement()
        .satisfies(grant -> assertThat(grant.optional()).isFalse());
  }

  @Test
  void poolsDevicesAndHighAvailabilityAddTheirs() {
    ClusterSpec cluster =
        cluster(
            CLUSTER + "proxmox_pool: k8s\n", NODES + "    gpu_mapping: rtx4000\n    ha: true\n");

    assertThat(RequiredAccess.of(cluster, PveRelease.PVE_9))
        .anySatisfy(grant -> assertThat(grant.paths()).containsExactly("/pool/k8s"))
        .anySatisfy(grant -> assertThat(grant.paths()).containsExactly("/mapping/pci/rtx4000"))
        .anySatisfy(
            grant -> assertThat(grant.privileges()).containsExactly("Sys.Audit", "Sys.Console"));
  }

  @Test
  void aProcessorModelOfOnesOwnNeedsItsMappingFromNineOn() {
    ClusterSpec cluster = cluster(CLUSTER, NODES + "    cpu_type: custom-quiet\n");

    assertThat(RequiredAccess.of(cluster, PveRelease.PVE_9))
        .anySatisfy(grant -> assertThat(grant.paths()).containsExactly("/mapping/cpu/quiet"));
    assertThat(RequiredAccess.of(cluster, PveRelease.PVE_8))
        .noneMatch(grant -> grant.role().equals("TalosforgeProcessors"));
  }

  @Test
  void withoutNamedHostsEveryHostIsMeant() {
    ClusterSpec cluster = cluster(CLUSTER.replace("proxmox_nodes: [pve1, pve2]\n", ""), NODES);

    assertThat(RequiredAccess.of(cluster, PveRelease.PVE_9))
        .anySatisfy(grant -> assertThat(grant.paths()).containsExactly("/nodes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "a b@pve", "x@pve;reboot", "$(id)@pve", "@pve"})
  void whatAShellWouldReadOtherwiseIsRefused(String user) {
    assertThatThrownBy(() -> new RoleCommands(user, "homelab", PveRelease.PVE_9, Instant.EPOCH))
        .hasMessage(
            "'" + user + "' is not a user: expected <name>@<realm>, such as talosforge@pve");
  }

  @Test
  void unknownReleasesAreRefused() {
    assertThat(PveRelease.parse("8.4")).isEqualTo(PveRelease.PVE_8);
    assertThatThrownBy(() -> PveRelease.parse("7"))
        .hasMessage("'7' is not a Proxmox VE release that is known: expected 8 or 9");
  }

  private static String role(String name, String privileges) {
    return "pveum role add %1$s --privs \"%2$s\" 2>/dev/null || pveum role modify %1$s --privs \"%2$s\" --append 1"
        .formatted(name, privileges);
  }

  private static String acl(String path, String role) {
    return "pveum acl modify %s --roles %s --users talosforge@pve --tokens 'talosforge@pve!homelab'"
        .formatted(path, role);
  }

  private static RoleCommands commands(PveRelease release) {
    return new RoleCommands(
        "talosforge@pve", "homelab", release, Instant.parse("2027-11-16T00:00:00Z"));
  }

  private static List<String> machines(ClusterSpec cluster, PveRelease release) {
    return List.copyOf(RequiredAccess.of(cluster, release).get(0).privileges());
  }

  private static ClusterSpec cluster(String cluster, String nodes) {
    ClusterReading reading = ClusterFiles.read(cluster, nodes);
    return reading.spec().orElseThrow(() -> new AssertionError(reading.report().render()));
  }
}
