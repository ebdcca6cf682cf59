package io.github.talosforge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.allocation.Allocation;
import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.allocation.World;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users see: findings point at the line that they wrote. */
class WrittenFilesTest {
  private static final String CLUSTER =
      """
      cluster_name: homelab
      talos_version: 1.12.0
      kubernetes_version: 1.35.0
      cluster_api_vip: 192.168.22.100
      node_cidr: 192.168.22.0/24
      node_gateway: 192.168.22.1
      dns_servers: [192.168.22.1]
      proxmox_api_url: https://192.168.1.10:8006
      proxmox_nodes: [pve1, pve2, pve3]
      """;

  private static final String CONTROL_PLANES =
      """
      nodes:
        - name: cp-1
          controller: true
        - name: cp-2
          controller: true
        - name: cp-3
          controller: true
      """;

  private static ClusterSpec spec(String cluster, String nodes) {
    ClusterReading reading = ClusterFiles.read(cluster, nodes);
    assertThat(reading.report().hasErrors()).as(reading.report().render()).isFalse();
    return reading.spec().orElseThrow();
  }

  private static FindingReport validate(String cluster, String nodes) {
    return new ClusterValidator().validate(spec(cluster, nodes));
  }

  @Test
  void soundFilesHaveNoFindings() {
    FindingReport report =
        validate(CLUSTER, CONTROL_PLANES + "pools:\n  - name: worker\n    count: 3\n");
    assertThat(report.render()).isEmpty();
  }

  @Test
  void findingsPointAtTheValueConcerned() {
    FindingReport report =
        validate(
            CLUSTER + "cluster_pod_cidr: 192.168.0.0/16\n",
            CONTROL_PLANES
                + """
                  - name: gpu-1
                    address: 192.168.22.1
                    vm_memory: 512
                    vm_options:
                      hotplug: memory
                    volumes:
                      data:
                        type: disk
                """);
    assertThat(report.render())
        .isEqualTo(
            """
            cluster.yaml:10:19 error TF-NETWORKS-OVERLAP: cluster_pod_cidr 192.168.0.0/16 and node_cidr 192.168.22.0/24 overlap.
              → Choose a network for cluster_pod_cidr that is used nowhere else.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/network.md#tf-networks-overlap
            nodes.yaml:9:14 error TF-ADDRESS-IS-GATEWAY: The address 192.168.22.1 of node gpu-1 is the gateway's.
              → Give the node another address, or correct node_gateway.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/network.md#tf-address-is-gateway
            nodes.yaml:10:16 error TF-MEMORY-BELOW-MINIMUM: Node gpu-1: 512 MiB of memory is less than the 1 GiB that Talos needs on a worker.
              → Set vm_memory to 1024 or more.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/machines.md#tf-memory-below-minimum
            nodes.yaml:12:16 error TF-MEMORY-HOTPLUG: Node gpu-1: With memory hot-plug the VM starts with a part of its memory, and Talos sees no more.
              → Remove memory from hotplug.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/machines.md#tf-memory-hotplug
            nodes.yaml:15:15 error TF-VOLUME-SIZE-MISSING: Node gpu-1: Volume data is to have a disk of its own, but no size.
              → Add its size, such as size: 20G.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/machines.md#tf-volume-size-missing\
            """);
  }

  @Test
  void whatSeveralNodesHaveFromOneLineIsReportedOnce() {
    FindingReport report =
        validate(
            CLUSTER + "proxmox_vm_advanced:\n  cpu_type: kvm64\n",
            CONTROL_PLANES + "  - name: w-1\npools:\n  - name: worker\n    count: 30\n");
    assertThat(report.render())
        .isEqualTo(
            """
            cluster.yaml:11:13 error TF-CPU-TYPE: Node cp-1, node cp-2, node cp-3 and 2 more: Talos does not boot on the processor model kvm64, which lacks x86-64-v2.
              → Set cpu_type to host, or to x86-64-v2-AES to migrate between different processors.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/machines.md#tf-cpu-type\
            """);
  }

  @Test
  void poolsDemandsPointAtThePool() {
    FindingReport report =
        validate(
            CLUSTER,
            CONTROL_PLANES
                + """
                  - name: w-1
                    vm_id: 3102
                pools:
                  - name: worker
                    count: 3
                    vm_id: 3100
                    address: 192.168.22.253
                """);
    assertThat(report.render())
        .isEqualTo(
            """
            nodes.yaml:13:12 error TF-DUPLICATE-VM-ID: Node worker-3 demands the id 3102, which is node w-1's.
              → Give one of them another vm_id, or leave it out to get a free one.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/network.md#tf-duplicate-vm-id
            nodes.yaml:14:14 error TF-ADDRESS-NOT-A-HOST: The address 192.168.22.255 of node worker-3 is the broadcast address.
              → Choose an address between the two.
                https://github.com/talosforge/talosforge/blob/main/docs/findings/network.md#tf-address-not-a-host\
            """);
  }

  @Test
  void clustersHostIsADefaultAndNoDemand() {
    String nodes = CONTROL_PLANES + "pools:\n  - name: worker\n    count: 2\n";
    ClusterSpec spec = spec(CLUSTER + "proxmox_node: pve1\n", nodes);
    assertThat(new ClusterValidator().validate(spec).render()).isEmpty();
    Allocation allocation = new Allocator().allocate(spec, World.unknown());
    assertThat(allocation.report().render()).isEmpty();
    assertThat(
            spec.nodes().subList(0, 3).stream()
                .map(
                    node -> allocation.layout().of(node.name()).orElseThrow().host().orElseThrow()))
        .doesNotHaveDuplicates();
  }

  @Test
  void pinLinesCanBeWrittenIntoTheFileAndChangeNothing() {
    String open = "nodes:\n  - name: cp-1\n    controller: true\n";
    Allocation chosen = new Allocator().allocate(spec(CLUSTER, open), World.unknown());
    List<String> lines = chosen.pins().stream().map(PinLine::text).toList();
    assertThat(lines).containsExactly("vm_id: 2000", "address: 192.168.22.10");
    StringBuilder pinned = new StringBuilder(open);
    lines.forEach(line -> pinned.append("    ").append(line).append('\n'));
    Allocation again = new Allocator().allocate(spec(CLUSTER, pinned.toString()), World.unknown());
    assertThat(again.layout()).isEqualTo(chosen.layout());
    assertThat(again.pins()).isEmpty();
  }

  @Test
  void controlPlanesStartInTheOrderOfTheDeployedOnes() {
    assertThat(spec(CLUSTER, CONTROL_PLANES).nodes().get(0).vm().lifecycle().startup())
        .hasToString("order=4,up=15,down=60");
  }

  /** A key that was renamed in the catalogue would let findings point at the node's first line. */
  @Test
  void everyKeyThatAFindingPointsAtIsInTheCatalogue() throws IOException {
    String catalogue = sources("src/main/java/io/github/talosforge/config/catalogue");
    String users =
        sources("src/main/java/io/github/talosforge/validation")
            + sources("src/main/java/io/github/talosforge/allocation");
    List<String> keys =
        Pattern.compile("(?:nearest|about|KEY =|isWritten)\\s*\\(?\\s*\"([a-z_]+)")
            .matcher(users)
            .results()
            .map(key -> key.group(1))
            .distinct()
            .filter(key -> !key.equals("nodes"))
            .toList();
    assertThat(keys).hasSizeGreaterThan(40);
    assertThat(keys).allSatisfy(key -> assertThat(catalogue).contains('"' + key + '"'));
  }

  private static String sources(String folder) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }
}
