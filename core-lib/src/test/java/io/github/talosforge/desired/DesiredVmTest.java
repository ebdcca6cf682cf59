package io.github.talosforge.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.config.catalogue.OptionKeys;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Origin;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DesiredVmTest {

  @Test
  void aCloneGetsItsAddressFromCloudInit() {
    DesiredVm vm =
        vm(
            "node_gateway: 10.0.0.1\ndns_servers: [10.0.0.2, 1.1.1.1]\n",
            "address: 10.0.0.50, cloudinit_storage: local");

    assertThat(vm.options())
        .containsEntry("ide2", "local:cloudinit")
        .containsEntry("ipconfig0", "gw=10.0.0.1,ip=10.0.0.50/24")
        .containsEntry("nameserver", "10.0.0.2 1.1.1.1")
        .containsEntry("boot", "order=scsi0");
  }

  @Test
  void aNodeWithDhcpAsksForIt() {
    assertThat(vm("", "address: dhcp").options()).containsEntry("ipconfig0", "ip=dhcp");
  }

  @Test
  void anImportedDiskComesFromTheImage() {
    Volume image = Volume.parse("local:import/talos.qcow2");
    DesiredVm vm = vm("provision: import\n", "vm_disk_size: 40", Optional.of(image));

    assertThat(vm.options().get("scsi0"))
        .startsWith("local-zfs:0,")
        .contains("import-from=local:import/talos.qcow2");
    assertThat(vm.sizes()).containsEntry("scsi0", DiskSize.of("40G"));
  }

  @Test
  void furtherDisksAndCardsHaveTheirOwnPlaces() {
    DesiredVm vm =
        vm(
            "",
            "volumes: {v: {type: disk, size: 7GB, storage: tank}, p: {size: 5G}, d: {type:"
                + " directory}}, extra_disks: [{size: 20G, ssd: false, wwn:"
                + " '0x5000c50015ea71ab'}], extra_nics: [{bridge: vmbr1, vlan_tag: 30, mac_addr:"
                + " 'BC:24:11:00:00:02', address: 10.9.0.5/24}]");

    assertThat(vm.options().get("scsi1"))
        .startsWith("tank:7,")
        .contains("wwn=0x5")
        .contains("discard=on");
    assertThat(vm.options().get("scsi16"))
        .startsWith("local-zfs:20,")
        .contains("wwn=0x5000c50015ea71ab")
        .doesNotContain("ssd=1");
    assertThat(vm.options())
        .doesNotContainKey("scsi2")
        .containsEntry("net1", "virtio=BC:24:11:00:00:02,bridge=vmbr1,tag=30")
        .containsEntry("ipconfig1", "ip=10.9.0.5/24");
    assertThat(vm.sizes()).containsOnlyKeys("scsi0", "scsi1", "scsi16");
  }

  @Test
  void manyVolumesLeaveTheFurtherDisksTheirPlaces() {
    String volumes =
        IntStream.range(0, 20)
            .mapToObj(i -> "v%02d: {type: disk, size: 7GB}".formatted(i))
            .collect(Collectors.joining(", "));
    DesiredVm vm = vm("", "extra_disks: [{size: 20G}, {size: 21G}], volumes: {" + volumes + "}");

    assertThat(vm.sizes()).hasSize(23).containsEntry("scsi17", DiskSize.of("21G"));
    assertThat(vm.sizes()).containsEntry("scsi18", DiskSize.of("7G")).containsKey("scsi22");
  }

  @Test
  void withADataVmTheSystemDiskIsSmallAndTheOthersAreKeptElsewhere() {
    DesiredVm vm =
        vm("", "data_vm: true, ephemeral_size: 9G, volumes: {v: {type: disk, size: 7GB}}");

    assertThat(vm.sizes())
        .isEqualTo(
            Map.of(
                "scsi0", DiskSize.of("5G"),
                "scsi1", DiskSize.of("9G"),
                "scsi2", DiskSize.of("7G")));
    assertThat(vm.dataVolumes()).containsOnlyKeys("scsi1", "scsi2");
    assertThat(vm.options().get("scsi1")).contains("replicate=0", "wwn=0x5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vm_cores: 16|cores|16",
        "vm_sockets: 2|sockets|2",
        "vm_memory: 4G|memory|4096",
        "balloon: 1024|balloon|1024",
        "numa: no|numa|0",
        "hugepages: 1024|hugepages|1024",
        "cpu_type: x86-64-v2-AES|cpu|x86-64-v2-AES",
        "cpu_flags: [+aes, -pcid]|cpu|host,flags=+aes;-pcid",
        "cpu_units: 200|cpuunits|200",
        "cpu_limit: 2.5|cpulimit|2.5",
        "bios: seabios|bios|seabios",
        "machine: i440fx|machine|pc",
        "scsi_hw: virtio-scsi-single|scsihw|virtio-scsi-single",
        "qemu_agent: off|agent|0",
        "qemu_agent: required|agent|1",
        "serial_console: true|serial0|socket",
        "vga: serial0|vga|serial0",
        "rng: /dev/urandom|rng0|source=/dev/urandom",
        "watchdog: i6300esb|watchdog|model=i6300esb,action=reset",
        "tpm: true|tpmstate0|local-zfs:1,version=v2.0",
        "efi_type: 2m|efidisk0|local-zfs:1,efitype=2m",
        "efi_pre_enrolled_keys: true|efidisk0|local-zfs:1,efitype=4m,pre-enrolled-keys=1",
        "efi_storage: ceph|efidisk0|ceph:1,efitype=4m",
        "gpu_mapping: rtx|hostpci0|mapping=rtx,pcie=1,rombar=1",
        "gpu_pci_bdf: '0000:01:00.0'|hostpci0|0000:01:00.0,pcie=1,rombar=1",
        "vm_startup_order: 9|startup|order=9,up=15,down=60",
        "onboot: true|onboot|1",
        "protection: true|protection|1",
        "boot_order: [net0, scsi0]|boot|order=net0;scsi0",
        "ostype: l24|ostype|l24",
        "tags: [x]|tags|kubernetes;linux;talos;x",
        "description: Rack 2|description|Rack 2",
        "vm_options: {tablet: 0}|tablet|0",
        "disk_cache: none|scsi0|local-zfs:100,backup=0,cache=none,discard=on,replicate=0,ssd=1",
        "disk_aio: threads|scsi0|local-zfs:100,aio=threads,backup=0,discard=on,replicate=0,ssd=1",
        "disk_iothread: on|scsi0|local-zfs:100,backup=0,discard=on,iothread=1,replicate=0,ssd=1",
        "disk_backup: true|scsi0|local-zfs:100,discard=on,replicate=0,ssd=1",
        "disk_replicate: true|scsi0|local-zfs:100,backup=0,discard=on,ssd=1",
        "disk_serial: s1|scsi0|local-zfs:100,backup=0,discard=on,replicate=0,serial=s1,ssd=1",
        "net_firewall: true|net0|virtio=BC:24:11:00:00:01,bridge=vmbr0,firewall=1,queues=4",
        "net_rate: 12.5|net0|virtio=BC:24:11:00:00:01,bridge=vmbr0,queues=4,rate=12.5",
        "mtu: 9000|net0|virtio=BC:24:11:00:00:01,bridge=vmbr0,mtu=9000,queues=4",
        "vlan_trunks: [10,"
            + " 20-29]|net0|virtio=BC:24:11:00:00:01,bridge=vmbr0,queues=4,trunks=10;20-29",
        "extra_nics: [{bridge: b, mac_addr: 'BC:24:11:00:00:02', firewall: true, link_down:"
            + " true}]|net1|virtio=BC:24:11:00:00:02,bridge=b,firewall=1,link_down=1",
        "net_model: e1000, net_queues: 1|net0|e1000=BC:24:11:00:00:01,bridge=vmbr0",
      })
  void everyKeyReachesProxmox(String setting, String option, String expected) {
    String made = vm("", "mac_addr: 'BC:24:11:00:00:01', " + setting).options().get(option);

    assertThat(VmConfigKey.of(option).sameMeaning(expected, made)).as(made).isTrue();
  }

  /** A part that no key claims would stay on a VM when its key is taken out of the files. */
  @Test
  void everyPartIsClaimedByAKey() {
    DesiredVm vm =
        vm(
            "provision: import\n",
            "cpu_flags: [+aes], serial_console: true, vga: std, rng: true, watchdog: ib700, tpm:"
                + " true, gpu_mapping: rtx, cpu_limit: 2, cpu_units: 2, description: x,"
                + " disk_cache: none, disk_aio: native, disk_iothread: true, disk_serial: s,"
                + " disk_wwn: '0x5000c50015ea71aa', efi_pre_enrolled_keys: true, net_firewall:"
                + " true, net_rate: 2, mtu: 1400, vlan_tag: 3, vlan_trunks: [4], extra_disks:"
                + " [{size: 2G, serial: t}], extra_nics: [{bridge: b, vlan_tag: 3, trunks: [4],"
                + " queues: 2, firewall: true, link_down: true, rate: 2, mtu: 1400, address: 10.9.0.5/24}]",
            Optional.of(Volume.parse("local:import/talos.qcow2")));
    Set<String> ours = Set.of("smbios1.uuid", "scsi0.import-from");

    vm.options()
        .forEach(
            (key, text) -> {
              Set<String> claimed = WantedBy.parts(key);
              assertThat(
                      OptionKeys.keyOf(key, Optional.empty()).isPresent() || key.startsWith("smb"))
                  .as(key)
                  .isTrue();
              VmConfigKey.of(key).parse(text).stream()
                  .filter(typed -> !claimed.isEmpty())
                  .flatMap(typed -> typed.properties().values().keySet().stream())
                  .filter(part -> !ours.contains(key + "." + part))
                  .forEach(part -> assertThat(claimed).as(key).contains(part));
            });
  }

  @Test
  void everyValueLeadsBackToItsLine() {
    String nodes = "nodes:\n  - name: n\n    vm_cores: 3\n    net_queues: 2\n";
    NodeSpec node =
        Rendered.find(Rendered.spec(Rendered.CLUSTER + "node_vlan_tag: 9\n", nodes), "n");

    assertThat(WantedBy.origin(node, "cores", Optional.empty()))
        .hasToString("Optional[nodes.yaml:3:15 (node)]");
    assertThat(WantedBy.origin(node, "net0", Optional.of("queues")))
        .hasToString("Optional[nodes.yaml:4:17 (node)]");
    assertThat(WantedBy.origin(node, "net0", Optional.of("tag")))
        .hasToString("Optional[cluster.yaml:5:16 (cluster)]");
    assertThat(WantedBy.origin(node, "memory", Optional.empty()))
        .contains(Origin.builtIn(Layer.BUILT_IN_WORKER));
    assertThat(WantedBy.origin(node, "scsi16", Optional.empty())).isEmpty();
  }

  private static DesiredVm vm(String cluster, String settings) {
    return vm(cluster, settings, Optional.empty());
  }

  private static DesiredVm vm(String cluster, String settings, Optional<Volume> image) {
    return Rendered.node(
        Rendered.CLUSTER + cluster, "nodes: [{name: n, " + settings + "}]", "n", image);
  }
}
