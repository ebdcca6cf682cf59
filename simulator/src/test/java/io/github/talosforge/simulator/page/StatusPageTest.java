package io.github.talosforge.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.RawClient.Reply;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.world.World;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusPageTest {
  private static Reply get(Simulator simulator, String path) throws IOException {
    try (RawClient client = RawClient.tls(simulator.url())) {
      return client.exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
  }

  @Test
  void thePageNeedsNothingFromElsewhere() throws IOException {
    try (Simulator simulator = Simulator.builder().start()) {
      Reply page = get(simulator, "/");
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.headers().get("content-type")).startsWith("text/html");
      assertThat(page.headers().get("content-security-policy")).startsWith("default-src 'none'");
      assertThat(page.body()).contains("prefers-color-scheme: dark").doesNotContain("http");
    }
  }

  @Test
  void itTellsOfHostsVmsAndTasks() throws IOException {
    try (Simulator simulator = Simulator.builder().hosts(2).start()) {
      Map<String, String> vm = Map.of("vmid", "100", "name", "web", "scsi0", "local-lvm:8");
      RawClient.post(simulator, "/nodes/pve1/qemu", vm);
      JsonNode status = new ObjectMapper().readTree(get(simulator, "/status.json").body());
      assertThat(status.path("summary").asText())
          .isEqualTo("2 hosts, 1 VM (0 running), 0 Talos nodes");
      assertThat(status.at("/hosts/1/name").asText()).isEqualTo("pve2");
      assertThat(status.at("/vms/0/name").asText()).isEqualTo("web");
      assertThat(status.at("/tasks/0/type").asText()).isEqualTo("qmcreate");
      assertThat(status.at("/tasks/0/state").asText()).isEqualTo("OK");
    }
  }

  @Test
  void itTellsOfTalosAndEtcd() {
    World world = World.builder().build();
    TalosStatus talos =
        new TalosStatus(
            List.of(new TalosStatus.Node(100, "running", "v1.12.4", "192.168.1.11", "Ready")),
            List.of(
                new TalosStatus.Cluster(
                    "homelab",
                    "https://192.168.1.10:6443",
                    List.of(new TalosStatus.Member("cp-1", "leader", "f1", "https://x:2380")))));
    JsonNode status = world.locked(() -> new Status(world, talos).json());
    assertThat(status.at("/clusters/0/members/0/state").asText()).isEqualTo("leader");
    assertThat(status.path("summary").asText()).endsWith("1 Talos node");
  }

  @Test
  void everythingElseIsStillProxmox() throws IOException {
    try (Simulator simulator = Simulator.builder().start()) {
      assertThat(get(simulator, "/nothing").reason()).isEqualTo("no such file '/nothing'");
      assertThat(get(simulator, "/api2/json/version").status()).isEqualTo(401);
    }
  }
}
