package io.github.talosforge.benchmark;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.NewVm;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.proxmox.client.ProxmoxClients;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Six nodes as linked clones of a template that is there, by this library and by Ansible's modules
 * on the same simulator: made, and then run once more.
 */
final class AnsibleBenchmark implements Benchmark {
  private static final int NODES = 6;
  private static final int TEMPLATE = 4999;
  private static final double NANOS_IN_SECOND = 1e9;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Ansible is there, but not what its modules need. */
  private static final class MissingLibrary extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    MissingLibrary(String said) {
      super(said);
    }
  }

  @Override
  public String name() {
    return "ansible";
  }

  @Override
  public Map<String, Object> measure() {
    String playbook =
        Optional.ofNullable(System.getenv("TALOSFORGE_ANSIBLE_PLAYBOOK"))
            .orElse("ansible-playbook");
    try {
      if (new ProcessBuilder(playbook, "--version").start().waitFor() != 0) {
        return Map.of("skipped", playbook + " does not work here");
      }
      return compare(playbook);
    } catch (MissingLibrary e) {
      return Map.of("skipped", "Ansible's Python has no proxmoxer: install python3-proxmoxer");
    } catch (IOException e) {
      return Map.of("skipped", String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> compare(String playbook)
      throws IOException, InterruptedException {
    Path script = Files.createTempFile("nodes", ".yml");
    try (SimulatedNodes cluster =
            new SimulatedNodes(NODES, 0, "ceph", "clone: linked\ntalos_template: golden\n");
        InputStream text = AnsibleBenchmark.class.getResourceAsStream("nodes.yml")) {
      Files.write(script, Objects.requireNonNull(text).readAllBytes());
      template(cluster);
      List<String> command = command(playbook, script, cluster);
      Map<String, Object> figures = new TreeMap<>();
      Run ours = run(cluster, () -> provision(cluster));
      Run theirs = run(cluster, () -> exec(command));
      figures.put("made", ratios(ours, theirs));
      Run oursAgain = run(cluster, () -> provision(cluster));
      Run theirsAgain = run(cluster, () -> exec(command));
      figures.put("again", ratios(oursAgain, theirsAgain));
      return figures;
    } finally {
      Files.delete(script);
    }
  }

  /** A template on a storage of every host, so that all nodes can be cloned from it. */
  private static void template(SimulatedNodes cluster) {
    String[] token = cluster.simulator.token().split("=", 2);
    try (ProxmoxClient client =
        ProxmoxClients.open(
            ProxmoxConnection.to(ApiToken.of(token[0], token[1]), cluster.simulator.url())
                .withTrust(Trust.fingerprint(cluster.simulator.fingerprint())))) {
      Map<String, String> settings =
          Map.of("name", "golden", "scsi0", "ceph:2", "scsihw", "virtio-scsi-single");
      var created =
          client
              .host("pve1")
              .create(new NewVm(TEMPLATE, settings, Optional.empty(), Optional.empty()))
              .await(PATIENCE);
      var converted = client.vm("pve1", TEMPLATE).convertToTemplate(() -> {}).await(PATIENCE);
      if (created.hasWarnings() || converted.hasWarnings()) {
        throw new IllegalStateException("The template has warnings");
      }
    }
  }

  private static List<String> command(String playbook, Path script, SimulatedNodes cluster) {
    return List.of(
        playbook,
        script.toString(),
        "-e",
        "host=" + cluster.simulator.url().replace("https://", ""),
        "-e",
        "token=" + cluster.simulator.token(),
        "-e",
        "count=" + NODES);
  }

  /** What one run sent and took. */
  private record Run(long calls, long writes, double seconds) {}

  private static Run run(SimulatedNodes cluster, Runnable work) {
    long mark = cluster.simulator.journal().count();
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) / NANOS_IN_SECOND;
    List<RecordedCall> calls = cluster.simulator.journal().since(mark);
    return new Run(
        calls.size(), calls.stream().filter(RecordedCall::isWrite).count(), rounded(seconds));
  }

  private static Map<String, Object> ratios(Run ours, Run theirs) {
    Map<String, Object> figures = new TreeMap<>();
    figures.put("calls", ours.calls());
    figures.put("writes", ours.writes());
    figures.put("seconds", ours.seconds());
    figures.put("ansible_calls", theirs.calls());
    figures.put("ansible_writes", theirs.writes());
    figures.put("ansible_seconds", theirs.seconds());
    figures.put("calls_ratio", rounded((double) theirs.calls() / ours.calls()));
    figures.put("time_ratio", rounded(theirs.seconds() / ours.seconds()));
    if (ours.writes() > 0) {
      figures.put("writes_ratio", rounded((double) theirs.writes() / ours.writes()));
    }
    return figures;
  }

  private static void provision(SimulatedNodes cluster) {
    try (ClusterSession session = cluster.access().session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      if (plan.isBlocked()) {
        throw new IllegalStateException(plan.findings().render());
      }
      if (!session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()) {
        throw new IllegalStateException("Not everything was done");
      }
    }
  }

  private static void exec(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw said.contains("No module named 'proxmoxer'")
            ? new MissingLibrary(said)
            : new IllegalStateException(said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
