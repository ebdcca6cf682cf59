package io.github.talosforge.machineconfig;

import static io.github.talosforge.machineconfig.Generated.CLUSTER;
import static io.github.talosforge.machineconfig.Generated.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.model.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineConfigsTest {
  private static final String GUEST_AGENT =
      "ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515";

  private static String controlPlane(String more) {
    return Generated.yaml(CLUSTER + more, NODES, "cp-1");
  }

  private static String worker(String more) {
    return Generated.yaml(CLUSTER + more, NODES, "worker-1");
  }

  private static String at(JsonNode node, String pointer) {
    return node.at(pointer).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cp-1", "worker-1"})
  void aNodesConfigurationIsWhatItWasBefore(String node) {
    assertThat(Generated.yaml(CLUSTER, NODES, node)).isEqualTo(Generated.resource(node + ".yaml"));
  }

  @Test
  void theSameInputMakesTheSameBytes() {
    assertThat(controlPlane("")).isEqualTo(controlPlane(""));
  }

  @Test
  void nothingOfAConfigurationIsShown() {
    GeneratedConfigs generated = Generated.of(CLUSTER, NODES);
    assertThat(generated.of(NodeName.of("cp-1")).orElseThrow())
        .hasToString("MachineConfig[node=cp-1, role=control plane]");
    assertThat(generated.toString()).doesNotContain("trustd.").doesNotContain("machine:");
  }

  @Test
  void workersGetNoKeyOfAnAuthority() {
    JsonNode worker = Generated.main(worker(""));
    assertThat(at(worker, "/machine/ca/key")).isEqualTo("\"\"");
    assertThat(at(worker, "/cluster/ca/key")).isEqualTo("\"\"");
    for (String key :
        new String[] {"etcd", "aggregatorCA", "serviceAccount", "secretboxEncryptionSecret"}) {
      assertThat(worker.path("cluster").has(key)).as(key).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.9.5, factory.talos.dev/installer/",
    "1.10.6, factory.talos.dev/nocloud-installer/",
    "1.13.9, factory.talos.dev/nocloud-installer/"
  })
  void theInstallerKeepsThePlatform(String version, String installer) {
    String cluster = CLUSTER.replace("1.12.7", version);
    JsonNode main = Generated.main(Generated.yaml(cluster, NODES, "worker-1"));
    assertThat(main.at("/machine/install/image").asText())
        .isEqualTo(installer + GUEST_AGENT + ":v" + version);
  }

  @Test
  void aSecureBootNodeUpgradesToASecureBootImage() {
    JsonNode main = Generated.main(worker("talos_secureboot: true\n"));
    assertThat(main.at("/machine/install/image").asText())
        .startsWith("factory.talos.dev/nocloud-installer-secureboot/");
  }

  @Test
  void complaint18_addressesAreGivenToCardsByHardwareAddress() {
    assertThat(at(Generated.main(controlPlane("")), "/machine/network"))
        .isEqualTo(
            """
            {"interfaces":[{"deviceSelector":{"hardwareAddr":"bc:24:11:00:01:01"},"dhcp":false,\
            "addresses":["192.168.22.10/24"],\
            "routes":[{"network":"0.0.0.0/0","gateway":"192.168.22.1"}],\
            "vip":{"ip":"192.168.22.100"}}],\
            "nameservers":["192.168.22.1","2606:4700:4700::1111"]}""");
  }

  @Test
  void workersDoNotShareTheAddressOfTheControlPlanes() {
    assertThat(worker("")).doesNotContain("vip:");
  }

  @Test
  void anEndpointOfAnotherNameKeepsTheSharedAddressInTheCertificates() {
    JsonNode main =
        Generated.main(controlPlane("cluster_endpoint: https://k8s.example.org:6443\n"));
    assertThat(main.at("/cluster/controlPlane/endpoint").asText())
        .isEqualTo("https://k8s.example.org:6443");
    assertThat(at(main, "/cluster/apiServer/certSANs")).isEqualTo("[\"192.168.22.100\"]");
  }

  @Test
  void theOnlyControlPlaneIsTheEndpoint() {
    String cluster = CLUSTER.replace("cluster_api_vip: 192.168.22.100\n", "");
    assertThat(
            Generated.main(Generated.yaml(cluster, NODES, "worker-1"))
                .at("/cluster/controlPlane/endpoint")
                .asText())
        .isEqualTo("https://192.168.22.10:6443");
  }

  @Test
  void withoutACommonAddressThereIsAFindingAndNoConfiguration() {
    String cluster = CLUSTER.replace("cluster_api_vip: 192.168.22.100\n", "");
    GeneratedConfigs generated =
        Generated.of(cluster, NODES + "  - {name: cp-2, controller: true}\n");
    assertThat(generated.configs()).isEmpty();
    assertThat(generated.report().findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.code()).isEqualTo("TF-ENDPOINT-MISSING"));
  }

  @Test
  void taintsOfWorkersAreBroughtByTheKubelet() {
    String nodes =
        """
        nodes:
          - {name: cp-1, controller: true, address: 192.168.22.10, taints: ["a:NoExecute"]}
          - {name: worker-1, taints: ["gpu=yes:NoSchedule", "b:NoExecute"]}
        """;
    JsonNode worker = Generated.main(Generated.yaml(CLUSTER, nodes, "worker-1"));
    assertThat(worker.at("/machine/nodeTaints").isMissingNode()).isTrue();
    assertThat(at(worker, "/machine/kubelet/extraConfig/registerWithTaints"))
        .isEqualTo(
            "[{\"key\":\"gpu\",\"value\":\"yes\",\"effect\":\"NoSchedule\"},"
                + "{\"key\":\"b\",\"effect\":\"NoExecute\"}]");
    JsonNode controlPlane = Generated.main(Generated.yaml(CLUSTER, nodes, "cp-1"));
    assertThat(at(controlPlane, "/machine/nodeTaints")).isEqualTo("{\"a\":\"NoExecute\"}");
  }

  @Test
  void aSecondNetworkDoesNotBecomeTheNodesOwn() {
    String nodes =
        """
        nodes:
          - name: cp-1
            controller: true
            address: 192.168.22.10
            extra_nics:
              - {bridge: vmbr1, address: 10.30.0.5/24, mtu: 9000}
              - {bridge: vmbr2, address: dhcp}
              - {bridge: vmbr3}
        """;
    JsonNode main = Generated.main(Generated.yaml(CLUSTER, nodes, "cp-1"));
    assertThat(at(main, "/machine/kubelet/nodeIP/validSubnets")).isEqualTo("[\"192.168.22.0/24\"]");
    assertThat(at(main, "/cluster/etcd/advertisedSubnets")).isEqualTo("[\"192.168.22.0/24\"]");
    JsonNode cards = main.at("/machine/network/interfaces");
    assertThat(cards).hasSize(4);
    assertThat(at(cards, "/1/addresses")).isEqualTo("[\"10.30.0.5/24\"]");
    assertThat(at(cards, "/1/mtu")).isEqualTo("9000");
    assertThat(at(cards, "/2/dhcp")).isEqualTo("true");
    assertThat(at(cards, "/3/dhcp")).isEqualTo("false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.9.5", "1.11.6", "1.12.7", "1.13.9"})
  void vlansOfTheGuestBelongToTheirCard(String version) {
    String nodes =
        """
        nodes:
          - name: cp-1
            controller: true
            address: 192.168.22.10
            mac_addr: "BC:24:11:00:01:01"
            mtu: 9000
            vlans:
              - vlan_id: 30
                addresses: [10.30.0.11/24, 10.31.0.11/24]
                mtu: 1500
                routes: [{network: 10.40.0.0/16, gateway: 10.30.0.1, metric: 2048}]
            extra_nics:
              - {bridge: vmbr1, vlans: [{vlan_id: 4094, addresses: dhcp}, {vlan_id: 1}]}
        """;
    String cluster = CLUSTER.replace("1.12.7", version);
    JsonNode main = Generated.main(Generated.yaml(cluster, nodes, "cp-1"));
    JsonNode cards = main.at("/machine/network/interfaces");
    assertThat(at(cards, "/0/deviceSelector/hardwareAddr")).isEqualTo("\"bc:24:11:00:01:01\"");
    assertThat(at(cards, "/0/mtu")).isEqualTo("9000");
    assertThat(at(cards, "/0/vlans"))
        .isEqualTo(
            """
            [{"vlanId":30,"dhcp":false,"addresses":["10.30.0.11/24","10.31.0.11/24"],"mtu":1500,\
            "routes":[{"network":"10.40.0.0/16","gateway":"10.30.0.1","metric":2048}]}]""");
    assertThat(at(cards, "/1/vlans"))
        .isEqualTo("[{\"vlanId\":4094,\"dhcp\":true},{\"vlanId\":1,\"dhcp\":false}]");
    assertThat(at(main, "/machine/kubelet/nodeIP/validSubnets")).isEqualTo("[\"192.168.22.0/24\"]");
  }

  @Test
  void aVlanWithoutAddressIsNoSecondNetwork() {
    String nodes =
        """
        nodes:
          - {name: cp-1, controller: true, address: 192.168.22.10, vlans: [{vlan_id: 30}]}
        """;
    JsonNode main = Generated.main(Generated.yaml(CLUSTER, nodes, "cp-1"));
    assertThat(main.at("/machine/kubelet/nodeIP").isMissingNode()).isTrue();
  }
}
