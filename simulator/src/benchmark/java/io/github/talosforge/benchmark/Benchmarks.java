package io.github.talosforge.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.cli.Main;
import io.github.talosforge.simulator.state.Connection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures a simulator of 200 VMs on 5 hosts that runs as a process of its own. */
public final class Benchmarks {
  private static final int HOSTS = 5;
  private static final int VMS = 200;
  private static final int WARM_UP = 3_000;
  private static final int REQUESTS = 10_000;

  private Benchmarks() {}

  /**
   * Measures and writes {@code simulator.json} and {@code nodes.json}.
   *
   * @param args the folder for the figures
   * @throws Exception when something cannot be measured
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Files.createDirectories(folder);
    measureApi(folder);
    NodeBenchmark.measure(folder);
  }

  private static void measureApi(Path folder) throws Exception {
    Path state = Files.createTempDirectory("simulator-benchmark");
    populate(state);
    long start = System.nanoTime();
    Process process = start(state);
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      Connection connection = new ObjectMapper().readValue(out.readLine(), Connection.class);
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("startSeconds", seconds(start));
      figures.put("startCpuSeconds", cpu(process));
      LoadClient client = new LoadClient(connection, "/cluster/resources");
      client.run(WARM_UP);
      double before = cpu(process);
      LoadClient.Result result = client.run(REQUESTS);
      figures.put("requests", REQUESTS);
      figures.put("requestsPerSecond", Math.round(REQUESTS / result.seconds()));
      figures.put("serverCpuMillisPerRequest", round((cpu(process) - before) * 1000 / REQUESTS));
      figures.put("answerBytes", result.answerBytes());
      figures.put("residentMiB", memory(process, "VmHWM"));
      figures.put("processors", Runtime.getRuntime().availableProcessors());
      String json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(figures);
      Files.writeString(folder.resolve("simulator.json"), json);
      System.out.println(json);
    } finally {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  static double seconds(long start) {
    return round((System.nanoTime() - start) / 1e9);
  }

  /** What the process used of the processors: the same on a busy machine as on an idle one. */
  static double cpu(Process process) {
    return process.info().totalCpuDuration().map(used -> used.toMillis() / 1e3).orElse(0.0);
  }

  private static double round(double number) {
    return Math.round(number * 100) / 100.0;
  }

  private static void populate(Path state) throws IOException {
    try (Simulator simulator = Simulator.builder().hosts(HOSTS).state(state).start()) {
      LoadClient client = new LoadClient(simulator.connection(), "");
      for (int i = 0; i < VMS; i++) {
        client.post(
            "/nodes/pve" + (1 + i % HOSTS) + "/qemu",
            "vmid="
                + (1000 + i)
                + "&name=vm-"
                + i
                + "&memory=4096&cores=2&tags=talos&scsi0=local-lvm:16&net0=virtio,bridge=vmbr0");
      }
    }
  }

  static Process start(Path state) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Main.class.getName(), "--json", "--state", state.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Mebibytes of memory as Linux counts them; 0 elsewhere. */
  static long memory(Process process, String key) throws IOException {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(key + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
