package io.github.talosforge.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.kubernetes.KubernetesLab.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How pods leave a node, and what holds them back. */
class EvictionTest {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String EVICTION =
      "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"%s\"}}";

  private KubernetesLab lab;

  @BeforeEach
  void start() throws IOException {
    lab = new KubernetesLab();
    lab.cluster.scheduling = true;
    lab.post(
        "/apis/apps/v1/namespaces/default/deployments",
        """
        {"metadata": {"name": "web"},
         "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"}},
          "template": {"metadata": {"labels": {"app": "web"}},
           "spec": {"containers": [{"name": "web", "image": "nginx:1"}]}}}}
        """);
    lab.time.advance(Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() {
    lab.close();
  }

  private void budget(String rule) {
    Reply made =
        lab.post(
            "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
            """
            {"metadata": {"name": "web"},
             "spec": {%s, "selector": {"matchLabels": {"app": "web"}}}}
            """
                .formatted(rule));
    assertThat(made.status()).isEqualTo(201);
  }

  private List<JsonNode> pods() {
    List<JsonNode> pods = new ArrayList<>();
    lab.get(PODS).body().path("items").forEach(pods::add);
    return pods;
  }

  private String first() {
    return pods().get(0).at("/metadata/name").asText();
  }

  private Reply evict(String pod) {
    return lab.post(PODS + "/" + pod + "/eviction", EVICTION.formatted(pod));
  }

  @Test
  void anEvictedPodEndsAndItsWorkloadMakesAnother() {
    String pod = first();
    assertThat(evict(pod).status()).isEqualTo(201);
    assertThat(lab.get(PODS + "/" + pod).text()).contains("deletionTimestamp");
    lab.time.advance(Duration.ofSeconds(1));
    assertThat(lab.get(PODS + "/" + pod).status()).isEqualTo(404);
    assertThat(pods())
        .hasSize(2)
        .allMatch(left -> left.at("/status/phase").asText().equals("Running"));
    assertThat(evict("gone").status()).isEqualTo(404);
  }

  @Test
  void aBudgetRefusesWithTheWordsOfTheRealOne() {
    budget("\"minAvailable\": 2");
    Reply refused = evict(first());
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.body().path("message").asText())
        .isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
    assertThat(refused.body().at("/details/causes/0/message").asText())
        .isEqualTo("The disruption budget web needs 2 healthy pods and has 2 currently");
    assertThat(pods()).hasSize(2);
  }

  @Test
  void aBudgetLetsOneGoAtATime() {
    budget("\"maxUnavailable\": \"50%\"");
    List<JsonNode> both = pods();
    assertThat(evict(both.get(0).at("/metadata/name").asText()).status()).isEqualTo(201);
    assertThat(evict(both.get(1).at("/metadata/name").asText()).status()).isEqualTo(429);
    lab.time.advance(Duration.ofSeconds(1));
    assertThat(evict(both.get(1).at("/metadata/name").asText()).status()).isEqualTo(201);
  }

  @Test
  void aPodOnADeadNodeHangsUntilForced() {
    JsonNode pod = pods().get(0);
    String name = pod.at("/metadata/name").asText();
    lab.cluster.set(pod.at("/spec/nodeName").asText(), false, "off");
    lab.time.advance(Duration.ofSeconds(6));
    lab.delete(PODS + "/" + name);
    lab.time.advance(Duration.ofSeconds(100));
    assertThat(lab.get(PODS + "/" + name).text()).contains("deletionTimestamp");
    lab.delete(PODS + "/" + name + "?gracePeriodSeconds=0");
    assertThat(lab.get(PODS + "/" + name).status()).isEqualTo(404);
  }

  @Test
  void aCordonedNodeTakesNoNewPods() {
    for (String node : List.of("cp-1", "cp-2", "cp-3", "worker-1")) {
      lab.patch(
          "/api/v1/nodes/" + node, "strategic-merge-patch", "{\"spec\":{\"unschedulable\":true}}");
    }
    String pod = first();
    evict(pod);
    lab.time.advance(Duration.ofSeconds(1));
    assertThat(pods())
        .anyMatch(left -> left.at("/status/phase").asText().equals("Pending"))
        .anyMatch(left -> left.toString().contains("0/4 nodes are available"));
  }

  @Test
  void aDeploymentTakesItsPodsAlong() {
    lab.delete("/apis/apps/v1/namespaces/default/deployments/web");
    lab.time.advance(Duration.ofSeconds(1));
    assertThat(pods()).isEmpty();
  }
}
