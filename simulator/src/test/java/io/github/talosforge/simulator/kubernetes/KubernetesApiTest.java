package io.github.talosforge.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.kubernetes.KubernetesLab.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The API as a client meets it: through the proxy, with TLS and certificates. */
class KubernetesApiTest {
  private static final String NODES = "/api/v1/nodes";

  private KubernetesLab lab;

  @BeforeEach
  void start() throws IOException {
    lab = new KubernetesLab();
  }

  @AfterEach
  void stop() {
    lab.close();
  }

  private static List<String> names(Reply list) {
    List<String> names = new ArrayList<>();
    list.body().path("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  private static String condition(JsonNode object, String type) {
    for (JsonNode condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText();
      }
    }
    return "";
  }

  @Test
  void withoutACertificateNobodyIsKnown() {
    Reply reply = lab.get(lab.client(null), NODES);
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.body().path("reason").asText()).isEqualTo("Unauthorized");
    assertThat(lab.get(lab.client(null), "/version").status()).isEqualTo(401);
  }

  @Test
  void aCertificateOfAnotherAuthorityCountsForNothing() {
    TestAuthority.Client stranger = new TestAuthority().client("O=system:masters,CN=admin");
    assertThat(lab.get(lab.client(lab.cluster.authority, stranger), NODES).status()).isEqualTo(401);
  }

  @Test
  void othersThanAdministratorsAreForbidden() {
    Reply reply = lab.get(lab.client("O=developers,CN=eve"), NODES);
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.body().path("message").asText())
        .isEqualTo(
            "nodes is forbidden: User \"eve\" cannot list resource \"nodes\" in API group \"\" at"
                + " the cluster scope");
    assertThat(lab.get(lab.client("O=developers,CN=eve"), "/version").status()).isEqualTo(200);
  }

  @Test
  void nodesAppearWithTheirKubeletsAndAreReadyWithTheNetwork() {
    Reply list = lab.get(NODES);
    assertThat(names(list)).containsExactly("cp-1", "cp-2", "cp-3", "worker-1");
    JsonNode node = list.body().path("items").get(0);
    assertThat(condition(node, "Ready")).isEqualTo("True");
    assertThat(node.at("/status/addresses/0/address").asText()).isEqualTo("192.168.7.11");
    assertThat(node.at("/status/nodeInfo/osImage").asText()).isEqualTo("Talos (v1.12.4)");
    assertThat(node.at("/spec/taints/0/key").asText())
        .isEqualTo("node-role.kubernetes.io/control-plane");
    assertThat(node.at("/metadata/labels").path("example.org/rack").asText()).isEqualTo("r1");
  }

  @Test
  void withoutANetworkNodesStayNotReady() {
    lab.cluster.cni = "none";
    JsonNode node = lab.get(NODES + "/worker-1").body();
    assertThat(condition(node, "Ready")).isEqualTo("False");
    assertThat(node.toString()).contains("cni plugin not initialized");
    assertThat(lab.get("/api/v1/namespaces/kube-system/pods?labelSelector=k8s-app=kube-dns").text())
        .contains("\"phase\":\"Pending\"")
        .doesNotContain("\"phase\":\"Running\"");
  }

  @Test
  void aManifestThatBringsANetworkMakesNodesReady() {
    lab.cluster.cni = "none";
    lab.cluster.manifests =
        List.of(
            """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: cilium, namespace: kube-system}
            spec:
              selector: {matchLabels: {k8s-app: cilium}}
              template:
                metadata: {labels: {k8s-app: cilium}}
                spec:
                  hostNetwork: true
                  tolerations: [{operator: Exists}]
                  containers: [{name: cilium-agent, image: "quay.io/cilium/cilium:v1.18.0"}]
                  volumes: [{name: etc-cni-netd, hostPath: {path: /etc/cni/net.d}}]
            """);
    assertThat(condition(lab.get(NODES + "/worker-1").body(), "Ready")).isEqualTo("True");
  }

  @Test
  void theControlPlanesPodsCarryTheLabelsOfTalos() {
    Reply pods = lab.get("/api/v1/pods?labelSelector=k8s-app%3Dkube-apiserver,tier");
    assertThat(names(pods))
        .containsExactly("kube-apiserver-cp-1", "kube-apiserver-cp-2", "kube-apiserver-cp-3");
    assertThat(condition(pods.body().path("items").get(0), "Ready")).isEqualTo("True");
    assertThat(pods.text()).contains("kubernetes.io/config.mirror");
    assertThat(names(lab.get("/api/v1/pods?labelSelector=component+in+(kube-scheduler)")))
        .hasSize(3);
  }

  @Test
  void workloadsOfTalosAreThere() {
    lab.get(NODES);
    lab.time.advance(Duration.ofSeconds(1));
    JsonNode proxy = lab.get("/apis/apps/v1/namespaces/kube-system/daemonsets/kube-proxy").body();
    assertThat(proxy.at("/status/desiredNumberScheduled").asInt()).isEqualTo(4);
    assertThat(proxy.at("/status/numberReady").asInt()).isEqualTo(4);
    JsonNode dns = lab.get("/apis/apps/v1/namespaces/kube-system/deployments/coredns").body();
    assertThat(dns.at("/status/readyReplicas").asInt()).isEqualTo(2);
    assertThat(names(lab.get("/apis/apps/v1/replicasets?labelSelector=k8s-app=kube-dns")))
        .hasSize(1);
  }

  @Test
  void leasesAreRenewedWhileAKubeletRuns() {
    String path = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-1";
    assertThat(lab.get(path).body().at("/spec/renewTime").asText())
        .isEqualTo("2026-11-16T10:00:00.000000Z");
    lab.time.advance(Duration.ofSeconds(11));
    assertThat(lab.get(path).body().at("/spec/renewTime").asText())
        .isEqualTo("2026-11-16T10:00:11.000000Z");
  }

  @Test
  void aSilentKubeletIsNoticedAndComesBack() {
    lab.get(NODES);
    lab.cluster.set("worker-1", false, "boot-4");
    assertThat(condition(lab.get(NODES + "/worker-1").body(), "Ready")).isEqualTo("True");
    lab.time.advance(Duration.ofSeconds(6));
    JsonNode node = lab.get(NODES + "/worker-1").body();
    assertThat(condition(node, "Ready")).isEqualTo("Unknown");
    assertThat(node.at("/spec/taints").toString()).contains("node.kubernetes.io/unreachable");
    assertThat(names(lab.get("/api/v1/events?fieldSelector=reason=NodeNotReady"))).hasSize(1);
    lab.cluster.set("worker-1", true, "boot-5");
    JsonNode back = lab.get(NODES + "/worker-1").body();
    assertThat(condition(back, "Ready")).isEqualTo("True");
    assertThat(back.at("/spec/taints").isMissingNode()).isTrue();
  }

  @Test
  void aDeletedNodeStaysAwayUntilItsKubeletStartsAgain() {
    Reply deleted = lab.delete(NODES + "/worker-1");
    assertThat(deleted.body().path("status").asText()).isEqualTo("Success");
    Reply missing = lab.get(NODES + "/worker-1");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.body().path("message").asText()).isEqualTo("nodes \"worker-1\" not found");
    assertThat(lab.get("/api/v1/pods").text()).doesNotContain("worker-1");
    lab.cluster.set("worker-1", true, "boot-9");
    assertThat(lab.get(NODES + "/worker-1").status()).isEqualTo(200);
  }

  @Test
  void threeKindsOfPatchCordonANode() {
    String path = NODES + "/worker-1";
    String cordoned = "/spec/unschedulable";
    lab.patch(path, "strategic-merge-patch", "{\"spec\":{\"unschedulable\":true}}");
    assertThat(lab.get(path).body().at(cordoned).asBoolean()).isTrue();
    assertThat(lab.get(path).body().at("/spec/taints/0/key").asText())
        .isEqualTo("node.kubernetes.io/unschedulable");
    lab.patch(path, "merge-patch", "{\"spec\":{\"unschedulable\":null}}");
    assertThat(lab.get(path).body().at(cordoned).asBoolean()).isFalse();
    lab.patch(
        path, "json-patch", "[{\"op\":\"add\",\"path\":\"/spec/unschedulable\",\"value\":true}]");
    assertThat(lab.get(path).body().at(cordoned).asBoolean()).isTrue();
    assertThat(lab.patch(path, "apply-patch", "{}").status()).isEqualTo(415);
  }

  @Test
  void anOutdatedVersionIsAConflict() {
    JsonNode node = lab.get(NODES + "/worker-1").body();
    lab.patch(NODES + "/worker-1", "merge-patch", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
    Reply reply = lab.send("PUT", NODES + "/worker-1", "application/json", node.toString());
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.body().path("message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on nodes \"worker-1\": the object has been modified;"
                + " please apply your changes to the latest version and try again");
  }

  @Test
  void theStatusOfANodeIsNotWrittenWithTheRest() {
    lab.patch(NODES + "/worker-1", "merge-patch", "{\"status\":{\"nodeInfo\":null}}");
    assertThat(lab.get(NODES + "/worker-1").body().at("/status/nodeInfo").isObject()).isTrue();
  }

  @Test
  void whatIsNotThereAnswersAsTheRealOne() {
    Reply unknown = lab.get("/apis/batch/v1/jobs");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.body().path("message").asText())
        .isEqualTo("the server could not find the requested resource");
    assertThat(lab.send("DELETE", NODES, "application/json", "").status()).isEqualTo(405);
    Reply homeless =
        lab.post("/api/v1/namespaces/nowhere/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(homeless.body().path("message").asText())
        .isEqualTo("namespaces \"nowhere\" not found");
    String path = "/api/v1/namespaces/default/configmaps";
    assertThat(lab.post(path, "{\"metadata\":{\"name\":\"a\"}}").status()).isEqualTo(201);
    assertThat(lab.post(path, "{\"metadata\":{\"name\":\"a\"}}").body().path("reason").asText())
        .isEqualTo("AlreadyExists");
    assertThat(lab.post(path, "{\"metadata\":{}}").status()).isEqualTo(422);
    assertThat(lab.get("/api/v1/pods?fieldSelector=spec.colour%3Dred").status()).isEqualTo(400);
  }

  @Test
  void discoveryNamesWhatIsServed() {
    assertThat(lab.get("/api").body().path("versions").get(0).asText()).isEqualTo("v1");
    assertThat(lab.get("/apis").text()).contains("policy/v1", "apps/v1", "coordination.k8s.io/v1");
    assertThat(lab.get("/api/v1").text()).contains("pods/eviction", "\"kind\":\"Eviction\"");
    assertThat(lab.get("/version").body().path("gitVersion").asText()).isEqualTo("v1.35.0");
    assertThat(lab.get("/readyz").text()).isEqualTo("ok");
  }

  @Test
  void tablesShowWhatKubectlPrints() {
    JsonNode table = lab.table(NODES).body();
    assertThat(table.path("kind").asText()).isEqualTo("Table");
    lab.patch(NODES + "/cp-1", "merge-patch", "{\"spec\":{\"unschedulable\":true}}");
    lab.time.advance(Duration.ofSeconds(200));
    JsonNode row = lab.table(NODES + "/cp-1").body().path("rows").get(0);
    List<String> cells = new ArrayList<>();
    row.path("cells").forEach(cell -> cells.add(cell.asText()));
    assertThat(cells.subList(0, 6))
        .containsExactly(
            "cp-1",
            "Ready,SchedulingDisabled",
            "control-plane",
            "3m20s",
            "v1.35.0",
            "192.168.7.11");
    assertThat(row.at("/object/kind").asText()).isEqualTo("PartialObjectMetadata");
  }

  @Test
  void aWatchTellsOfChanges() throws IOException, InterruptedException {
    String version = lab.get(NODES).body().at("/metadata/resourceVersion").asText();
    var stream =
        lab.watch(
            NODES
                + "?watch=true&fieldSelector=metadata.name%3Dworker-1&resourceVersion="
                + version);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      lab.patch(NODES + "/cp-1", "merge-patch", "{\"metadata\":{\"labels\":{\"not\":\"me\"}}}");
      lab.patch(NODES + "/worker-1", "merge-patch", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
      assertThat(lines.readLine()).contains("\"type\":\"MODIFIED\"", "worker-1", "\"a\":\"b\"");
      lab.delete(NODES + "/worker-1");
      assertThat(lines.readLine()).contains("\"type\":\"DELETED\"");
    }
  }

  @Test
  void aWatchThatMissedTooMuchIsTold() throws IOException, InterruptedException {
    lab.get(NODES);
    var stream = lab.watch(NODES + "?watch=true&resourceVersion=0&timeoutSeconds=0");
    assertThat(new String(stream.body().readAllBytes(), StandardCharsets.UTF_8))
        .contains("\"ADDED\"", "worker-1");
    var late = lab.watch(NODES + "?watch=true&resourceVersion=-5&timeoutSeconds=0");
    assertThat(new String(late.body().readAllBytes(), StandardCharsets.UTF_8))
        .contains("\"ERROR\"", "too old resource version", "410");
  }

  @Test
  void objectsLiveAndDieWithEtcd() {
    lab.patch(NODES + "/worker-1", "merge-patch", "{\"metadata\":{\"labels\":{\"kept\":\"yes\"}}}");
    lab.locked(() -> lab.cluster.keys.quorum = false);
    Reply reply = lab.get(NODES);
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.body().path("message").asText()).isEqualTo("etcdserver: request timed out");
    assertThat(lab.get("/readyz").text()).contains("[-]etcd failed");
    lab.locked(() -> lab.cluster.keys.quorum = true);
    assertThat(lab.get(NODES + "/worker-1").text()).contains("\"kept\":\"yes\"");
    lab.locked(
        () -> {
          lab.cluster.keys.content.clear();
          return true;
        });
    assertThat(lab.get(NODES + "/worker-1").text()).doesNotContain("kept");
  }
}
