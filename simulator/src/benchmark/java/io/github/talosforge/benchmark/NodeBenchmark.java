package io.github.talosforge.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.state.Connection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures how fast 50 Talos nodes are in maintenance mode, and what they cost. */
final class NodeBenchmark {
  private static final int NODES = 50;
  private static final String SCHEMATIC =
      "ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515";

  private NodeBenchmark() {}

  static void measure(Path folder) throws Exception {
    Path state = Files.createTempDirectory("node-benchmark");
    populate(state);
    Process process = Benchmarks.start(state);
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Connection connection = new ObjectMapper().readValue(out.readLine(), Connection.class);
      LoadClient client = new LoadClient(connection, "");
      Map<String, Object> figures = new LinkedHashMap<>();
      long start = System.nanoTime();
      try (LoadClient.Posts posts = client.posts()) {
        for (int i = 0; i < NODES; i++) {
          posts.post("/nodes/pve1/qemu/" + (100 + i) + "/status/start", "");
        }
      }
      for (int i = 0; i < NODES; i++) {
        client.shakeHands(InetAddress.getByName(address(i)), 50000);
      }
      figures.put("nodes", NODES);
      figures.put("maintenanceSeconds", Benchmarks.seconds(start));
      figures.put("cpuSeconds", Benchmarks.cpu(process));
      figures.put("residentMiB", Benchmarks.memory(process, "VmHWM"));
      figures.put("processors", Runtime.getRuntime().availableProcessors());
      String json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures);
      Files.writeString(folder.resolve("nodes.json"), json);
      System.out.println(json);
    } finally {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  private static String address(int node) {
    return "127.50.0." + (1 + node);
  }

  private static void populate(Path state) throws IOException {
    try (Simulator simulator = Simulator.builder().state(state).start()) {
      LoadClient client = new LoadClient(simulator.connection(), "");
      client.post(
          "/nodes/pve1/storage/local/download-url",
          "content=import&filename=talos.qcow2&url="
              + simulator.connection().factory()
              + "/image/"
              + SCHEMATIC
              + "/v1.12.6/nocloud-amd64.qcow2");
      for (int i = 0; i < NODES; i++) {
        client.post(
            "/nodes/pve1/qemu",
            "vmid="
                + (100 + i)
                + "&name=node-"
                + i
                + "&memory=4096&net0=virtio,bridge=vmbr0&boot=order%3Dscsi0&ide2=local-lvm:cloudinit"
                + "&scsi0=local-lvm:0,import-from%3Dlocal:import/talos.qcow2&ipconfig0=ip%3D"
                + address(i)
                + "/8");
      }
    }
  }
}
