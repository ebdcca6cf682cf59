package io.github.talosforge.config.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.Layer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {

  /** The tables that people already work by: name, default of control plane and worker, bounds. */
  @ParameterizedTest
  @CsvSource({
    "vm_cores, 4, 8",
    "vm_memory, 8192, 16384",
    "vm_sockets, 1, 1",
    "bios, ovmf, ovmf",
    "machine, q35, q35",
    "cpu_type, host, host",
    "scsi_hw, virtio-scsi-pci, virtio-scsi-pci",
    "balloon, 0, 0",
    "numa, true, true",
    "qemu_agent, optional, optional",
    "net_queues, 4, 4",
    "disk_discard, true, true",
    "disk_ssd, true, true",
    "network_bridge, vmbr0, vmbr0",
    "ostype, l26, l26",
    "disk_backup, false, false",
    "disk_replicate, false, false",
    "vm_startup_order, 4, 5",
    "vm_startup_delay, 15, 15",
    "vm_shutdown_delay, 60, 60",
    "gpu_pcie_mode, true, true",
    "gpu_rombar, true, true",
    "onboot, true, true",
    "storage, local-zfs, local-zfs",
    "vm_disk_size, 100G, 100G",
  })
  void defaultsAreThoseOfTheTables(String name, String controlPlane, String worker) {
    Key<?> key = key(name);
    String general = key.defaultIn(Layer.BUILT_IN).orElse("");

    assertThat(key.defaultIn(Layer.BUILT_IN_CONTROL_PLANE).orElse(general)).isEqualTo(controlPlane);
    assertThat(key.defaultIn(Layer.BUILT_IN_WORKER).orElse(general)).isEqualTo(worker);
  }

  @ParameterizedTest
  @CsvSource({
    "net_queues, 1, 16",
    "vm_startup_order, 1, 100",
    "vm_startup_delay, 0, 300",
    "vm_shutdown_delay, 0, 600",
  })
  void boundsAreThoseOfTheTables(String name, int min, int max) {
    assertThat(key(name).type()).isEqualTo(new IntegerType(min, max));
  }

  static Stream<Key<?>> numbers() {
    return everyKey().filter(key -> key.type() instanceof IntegerType);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void boundsHoldOnBothSides(Key<?> key) {
    IntegerType type = (IntegerType) key.type();

    assertThat(findings(type, Integer.toString(type.min()))).isEmpty();
    assertThat(findings(type, Integer.toString(type.max()))).isEmpty();
    assertThat(findings(type, Long.toString(type.min() - 1L))).hasSize(1);
    assertThat(findings(type, Long.toString(type.max() + 1L))).hasSize(1);
    assertThat(findings(type, "0" + type.max())).hasSize(1);
    assertThat(findings(type, "1.5")).hasSize(1);
    assertThat(findings(type, "[1]")).extracting(Finding::code).containsExactly("TF-VALUE-KIND");
  }

  static Stream<Key<?>> everyKey() {
    return Catalogue.all().stream().flatMap(CatalogueTest::withNested);
  }

  private static Stream<Key<?>> withNested(Key<?> key) {
    return key.isSectionOfVmDefaults()
        ? Stream.of(key)
        : Stream.concat(Stream.of(key), section(key.type()).flatMap(nested -> withNested(nested)));
  }

  private static Stream<Key<?>> section(ValueType<?> type) {
    if (type instanceof SectionType section && section.place() == Place.NESTED) {
      return section.keys().keys().stream();
    }
    if (type instanceof ListType<?> list) {
      return section(list.element());
    }
    return type instanceof MapType<?> map ? section(map.element()) : Stream.empty();
  }

  @ParameterizedTest
  @MethodSource("everyKey")
  void everyKeyIsExplainedAndItsExampleIsRight(Key<?> key) {
    assertThat(key.description()).matches("[A-Z].*\\.");
    assertThat(key.type().expected()).isNotEmpty();
    if (key != Catalogue.NODES && key != Catalogue.POOLS) {
      assertThat(findings(key.type(), key.example())).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("everyKey")
  void everyDefaultIsRight(Key<?> key) {
    for (Layer layer : Layer.values()) {
      key.defaultIn(layer).ifPresent(text -> assertThat(findings(key.type(), text)).isEmpty());
    }
  }

  @Test
  void everyNameIsReadAndTheReportSaysThePreferredOne() {
    List<String> read = new ArrayList<>();
    for (SectionType section : Catalogue.sections()) {
      for (Key<?> key : section.keys().keys()) {
        for (String name : key.allNames()) {
          String preferred = key.nameIn(section.place());
          List<Finding> findings = namesIn(section, name + ": " + key.example());
          if (name.equals(preferred)) {
            assertThat(findings).as(name).isEmpty();
          } else {
            assertThat(findings)
                .as(name)
                .singleElement()
                .satisfies(
                    finding -> {
                      assertThat(finding.severity()).isEqualTo(Severity.NOTE);
                      assertThat(finding.message())
                          .isEqualTo("'" + name + "' is read as '" + preferred + "'.");
                    });
            read.add(name);
          }
        }
      }
    }
    assertThat(read)
        .contains(
            "proxmox_endpoint",
            "cores",
            "memory",
            "memory_mb",
            "disk_size",
            "disk_gb",
            "disk_pool",
            "storage_pool",
            "template",
            "node",
            "gateway_address",
            "vm_cores");
  }

  @ParameterizedTest
  @CsvSource({
    "NODE, vm_core, vm_cores",
    "NODE, vmcores, vm_cores",
    "NODE, mac_adr, mac_addr",
    "NODE, adress, address",
    "NODE, contoller, controller",
    "VM_SECTION, memry, memory",
    "CLUSTER, cluster_nmae, cluster_name",
    "CLUSTER, kubernetes-version, kubernetes_version",
    "CLUSTER, proxmox_vm_default, proxmox_vm_defaults",
    "POOL, cuont, count",
  })
  void anUnknownKeyBringsTheNearestOne(Place place, String found, String meant) {
    Finding finding = namesIn(section(place), found + ": x").get(0);

    assertThat(finding.code()).isEqualTo("TF-KEY-UNKNOWN");
    assertThat(finding.suggestion()).isEqualTo("Did you mean '" + meant + "'?");
  }

  /** Words that other tools use for the same thing. */
  @ParameterizedTest
  @CsvSource({
    "NODE, ip, 10.0.0.9, address",
    "NODE, hostname, cp-1, name",
    "NODE, host_node, pve1, proxmox_node",
    "NODE, target_node, pve1, proxmox_node",
    "NODE, machine_type, controlplane, controller",
    "NODE, machine_type, worker, controller",
    "NODE, role, control-plane, controller",
    "POOL, machine_type, controlplane, role",
    "NODE, schematic_id, 29d123fd0e746fccd5ff52d37c0cdbd2d653e10ae29c39276b6edb9ffbd56cf4, talos_schematic_id",
    "NODE, secureboot, true, talos_secureboot",
    "NODE, ram, 8G, vm_memory",
    "NODE, ram_dedicated, 8192, vm_memory",
    "VM_SECTION, ram, 8G, memory",
    "NODE, vcpus, 4, vm_cores",
    "NODE, datastore_id, tank, storage",
    "NODE, mac, 'BC:24:11:00:01:01', mac_addr",
    "NODE, vlan, 7, vlan_tag",
    "CLUSTER, gateway, 10.0.0.1, node_gateway",
    "CLUSTER, nameservers, 10.0.0.1, dns_servers",
    "CLUSTER, pod_subnets, 10.244.0.0/16, cluster_pod_cidr",
    "CLUSTER, patches, '[{machine: {}}]', machine_patches",
  })
  void wordsThatPeopleBringAreRead(Place place, String brought, String value, String meant) {
    assertThat(namesIn(section(place), brought + ": " + value))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .isEqualTo("'" + brought + "' is read as '" + meant + "'."));
  }

  /** Nothing is suggested that resembles a word by its letters only. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NODE|igpu|gpu_pci_bdf, gpu_rombar, gpu_mapping, gpu_pcie_mode",
        "CLUSTER|cluster_gateway_addr|node_gateway, cluster_api_vip, cluster_name, cluster_pod_cidr, cluster_svc_cidr",
        "NODE|ipmi|address, tpm, cpu_type, vm_cores, name",
        "CLUSTER|cloudflare_account|external_cloud_provider",
      })
  void whatNobodyCanMeanBringsTheFiveNearest(Place place, String found, String nearest) {
    assertThat(namesIn(section(place), found + ": true").get(0).suggestion())
        .isEqualTo("Similar keys: " + nearest + ".");
  }

  @Test
  void aNumberIsNoProcessorModel() {
    assertThat(namesIn(section(Place.NODE), "cpu: 4"))
        .extracting(Finding::render)
        .anyMatch(text -> text.contains("cores are vm_cores"));
    assertThat(namesIn(section(Place.NODE), "cpu_type: 486")).isEmpty();
  }

  /** Each finding costs a comparison with all names, so their number is the work. */
  @ParameterizedTest
  @CsvSource({"1000", "20000"})
  void keysOfAnotherProgramsFileAreNotAllComparedWithOurs(int number) {
    String foreign =
        IntStream.range(0, number)
            .mapToObj(i -> "foreign_%d: 1%n".formatted(i))
            .collect(Collectors.joining());

    List<Finding> findings = namesIn(section(Place.CLUSTER), foreign);

    assertThat(findings).hasSize(101);
    assertThat(findings.get(100).message())
        .isEqualTo((number - 100) + " more keys from here on are unknown.");
    assertThat(findings.get(100).location().line()).isEqualTo(101);
  }

  @Test
  void aKeyInTheWrongPlaceIsToldWhereItBelongs() {
    assertThat(namesIn(section(Place.NODE), "talos_version: 1.12.0").get(0).suggestion())
        .isEqualTo("'talos_version' is a key of the cluster file's top level.");
    assertThat(namesIn(section(Place.CLUSTER), "cores: 4").get(0).suggestion())
        .isEqualTo("'cores' is a key of a 'proxmox_vm_…' section of the cluster file.");
  }

  @Test
  void aKeyThatResemblesNothingBringsTheList() {
    assertThat(namesIn(section(Place.NODES_FILE), "qwertyuiop: 1").get(0).suggestion())
        .isEqualTo("Known keys: nodes, pools.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{vlan_id: 0}|a whole number from 1 to 4094",
        "{vlan_id: 4095}|a whole number from 1 to 4094",
        "{addresses: dhcp}|vlan_id",
        "{vlan_id: 30, addresses: 10.30.0.11}|an IPv4 address with its prefix length, or dhcp",
        "{vlan_id: 30, addresses: [10.30.0.256/24]}|an IPv4 address with its prefix length",
        "{vlan_id: 30, mtu: 1}|a whole number from 576 to 65520",
        "{vlan_id: 30, routes: [{network: 10.40.0.0/16}]}|gateway",
        "{vlan_id: 30, routes: [{network: 10.40.0.1/16, gateway: 10.30.0.1}]}|10.40.0.0/16",
      })
  void vlansOfTheGuestAreCheckedForGrammar(String vlan, String reason) {
    assertThat(findings(key("vlans").type(), "[" + vlan + "]"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.render()).contains(reason));
  }

  @Test
  void secretsAreSentAway() {
    assertThat(namesIn(section(Place.CLUSTER), "proxmox_api_token: x"))
        .extracting(Finding::code)
        .containsExactly("TF-SECRET-IN-FILE");
    assertThat(namesIn(section(Place.CLUSTER), "proxmox_password: hunter2").get(0).render())
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cores: 4|use vm_cores",
        "hugepages: 1024|use hugepages",
        "scsi3: local:8|use extra_disks",
        "net2: virtio|use extra_nics",
        "vmgenid: 1|names of Proxmox VE options",
        "Tablet: 1|names of Proxmox VE options",
        "hostpci1: 'a=1,a=2'|each name once",
        "hostpci1: 'x,y,a=1'|each name once",
        "hookscript: ''|one line",
      })
  void optionsForProxmoxAreCheckedForGrammar(String option, String reason) {
    assertThat(findings(key("vm_options").type(), "{" + option + "}"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains(reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tablet: 0",
        "hotplug: 'disk,network'",
        "args: '-cpu host,x=1,x=2'",
        "virtiofs0: 'share,cache=auto'",
        "keephugepages: 1",
      })
  void otherOptionsForProxmoxPass(String option) {
    assertThat(findings(key("vm_options").type(), "{" + option + "}")).isEmpty();
  }

  static Key<?> key(String name) {
    return Catalogue.all().stream()
        .filter(key -> key.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name));
  }

  private static SectionType section(Place place) {
    return Catalogue.sections().stream()
        .filter(section -> section.place() == place)
        .findFirst()
        .orElseThrow();
  }

  private static List<Finding> namesIn(SectionType section, String entry) {
    Checks checks = new Checks();
    section.check("", yaml(entry), checks);
    return checks.report().findings().stream()
        .filter(finding -> !finding.code().equals("TF-KEY-MISSING"))
        .toList();
  }

  private static List<Finding> findings(ValueType<?> type, String value) {
    Checks checks = new Checks();
    type.check("key", yaml("key: " + value).get("key"), checks);
    return checks.report().findings();
  }

  private static YamlNode.Mapping yaml(String text) {
    return YamlReader.read("f", text.getBytes(StandardCharsets.UTF_8)).root().orElseThrow();
  }
}
