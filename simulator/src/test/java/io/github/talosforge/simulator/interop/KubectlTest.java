package io.github.talosforge.simulator.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.talosforge.simulator.kubernetes.KubernetesLab;
import io.github.talosforge.simulator.kubernetes.TestAuthority;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nodes through kubectl. It is looked for on the PATH; another one, or several with the separator
 * of the PATH between them, are named by TALOSFORGE_KUBECTL.
 */
@Tag("interop")
class KubectlTest {
  private static final String WEB =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec:
            containers: [{name: web, image: "nginx:1"}]
      ---
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: {name: web}
      spec:
        minAvailable: 2
        selector: {matchLabels: {app: web}}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"proxy-url", "HTTPS_PROXY"})
  void nodesAreListedCordonedDrainedAndDeleted(String way)
      throws IOException, InterruptedException {
    List<Path> programs = programs();
    assumeTrue(!programs.isEmpty(), "kubectl is not installed: skipped");
    for (Path program : programs) {
      try (KubernetesLab lab = KubernetesLab.alive()) {
        Kubectl kubectl = kubectl(program, lab, way);
        assertThat(kubectl.run("version")).contains("Server Version: v1.35.0");
        look(kubectl);
        drain(kubectl);
        remove(kubectl);
      }
    }
  }

  private static void look(Kubectl kubectl) throws IOException, InterruptedException {
    assertThat(kubectl.run("get", "nodes"))
        .containsPattern("cp-1 +Ready +control-plane +\\S+ +v1.35.0")
        .containsPattern("worker-1 +Ready +<none>");
    assertThat(kubectl.run("get", "nodes", "-o", "wide"))
        .contains("192.168.7.21", "Talos (v1.12.4)");
    assertThat(kubectl.run("get", "nodes,pods", "-A"))
        .contains("pod/kube-apiserver-cp-1", "node/worker-1");
    assertThat(kubectl.run("get", "pods", "-A", "-o", "json")).contains("\"kind\": \"List\"");
    assertThat(kubectl.run("describe", "node", "worker-1"))
        .contains("KubeletReady", "kube-flannel");
  }

  private void drain(Kubectl kubectl) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("web.yaml"), WEB);
    assertThat(kubectl.run("apply", "-f", file.toString())).contains("deployment.apps/web created");
    assertThat(kubectl.run("rollout", "status", "deployment/web")).contains("rolled out");
    assertThat(kubectl.run("cordon", "worker-1")).contains("node/worker-1 cordoned");
    assertThat(kubectl.run("get", "node", "worker-1")).contains("Ready,SchedulingDisabled");
    assertThat(kubectl.run("drain", "worker-1", "--ignore-daemonsets", "--force", "--timeout=8s"))
        .contains("Cannot evict pod as it would violate the pod's disruption budget.");
    assertThat(kubectl.run("delete", "pdb", "web")).contains("deleted");
    assertThat(kubectl.run("drain", "worker-1", "--ignore-daemonsets", "--force", "--timeout=60s"))
        .contains("node/worker-1 drained");
    assertThat(kubectl.run("uncordon", "worker-1")).contains("node/worker-1 uncordoned");
    assertThat(kubectl.run("wait", "--for=condition=Ready", "node/worker-1", "--timeout=20s"))
        .contains("condition met");
  }

  private static void remove(Kubectl kubectl) throws IOException, InterruptedException {
    assertThat(kubectl.run("delete", "node", "worker-1")).contains("node \"worker-1\" deleted");
    assertThat(kubectl.run("get", "node", "worker-1")).contains("nodes \"worker-1\" not found");
    assertThat(kubectl.run("get", "pods", "-A", "-o", "wide")).doesNotContain("worker-1");
  }

  private static List<Path> programs() {
    String named = System.getenv("TALOSFORGE_KUBECTL");
    Stream<Path> places =
        named == null
            ? Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(place -> Path.of(place, "kubectl"))
                .filter(Files::isExecutable)
                .limit(1)
            : Stream.of(named.split(File.pathSeparator, -1)).map(Path::of);
    return places.filter(Files::isExecutable).toList();
  }

  private Kubectl kubectl(Path program, KubernetesLab lab, String way) throws IOException {
    String proxy = "http://127.0.0.1:" + lab.proxyPort();
    Path config = folder.resolve(program.getFileName() + "-" + way + ".kubeconfig");
    boolean inFile = way.equals("proxy-url");
    Files.writeString(config, kubeconfig(lab.authority(), inFile ? "proxy-url: " + proxy : ""));
    return new Kubectl(program, config, inFile ? "" : proxy, folder.resolve("cache-" + way));
  }

  private static String kubeconfig(TestAuthority authority, String proxy) {
    TestAuthority.Client client = authority.client("O=system:masters,CN=admin");
    return """
    apiVersion: v1
    kind: Config
    clusters:
      - name: homelab
        cluster:
          server: %s
          certificate-authority-data: %s
          %s
    contexts:
      - {name: admin@homelab, context: {cluster: homelab, user: admin@homelab}}
    current-context: admin@homelab
    users:
      - name: admin@homelab
        user: {client-certificate-data: %s, client-key-data: %s}
    """
        .formatted(
            KubernetesLab.URL,
            encoded(authority.certificatePem()),
            proxy,
            encoded(client.certificatePem()),
            encoded(client.keyPem()));
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private record Kubectl(Path program, Path config, String proxy, Path cache) {
    /** Runs a command and prints it with its output. */
    String run(String... arguments) throws IOException, InterruptedException {
      List<String> command =
          new ArrayList<>(
              List.of(program.toString(), "--kubeconfig", config.toString(), "--cache-dir"));
      command.add(cache.toString());
      command.addAll(List.of(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
      if (!proxy.isEmpty()) {
        builder.environment().put("HTTPS_PROXY", proxy);
      }
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      System.out.println("$ kubectl " + String.join(" ", arguments) + "\n" + output);
      return output;
    }
  }
}
