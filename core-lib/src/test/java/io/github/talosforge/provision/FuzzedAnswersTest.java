package io.github.talosforge.provision;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.ClusterSession;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever a server answers, a plan comes of it or a sentence; nothing hangs, nothing leaks. */
@Tag("exhaustive")
class FuzzedAnswersTest {
  private static final int CASES = EveryCase.some(3000, 300);
  private static final String API = "/api2/json";

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  /** What a plan of a finished cluster asks for, and the answers. */
  private static Map<String, String> answers(SimulatedCluster cluster) {
    assertThat(cluster.provision().complete()).isTrue();
    long mark = cluster.simulator.journal().count();
    assertThat(cluster.plan().changes()).isEmpty();
    Map<String, String> answers = new LinkedHashMap<>();
    RawClient raw = new RawClient(cluster.simulator);
    for (RecordedCall call : cluster.simulator.journal().since(mark)) {
      answers.put(API + call.path(), raw.get(API + call.path()));
    }
    return answers;
  }

  private static void serve(Map<String, String> answers) {
    PVE.resetAll();
    PVE.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(501)));
    answers.forEach(
        (path, body) ->
            PVE.stubFor(
                get(urlPathEqualTo(path))
                    .willReturn(
                        aResponse()
                            .withHeader("Content-Type", "application/json;charset=UTF-8")
                            .withBody(body))));
  }

  @Test
  void everyAnswerGivesAPlanOrASentence() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .nodes(
                """
                nodes:
                  - {name: cp-1, controller: true, proxmox_node: pve1}
                  - {name: worker-1, proxmox_node: pve2}
                """)) {
      Map<String, String> answers = answers(cluster);
      List<String> paths = List.copyOf(answers.keySet());
      int sentences = 0;
      for (int seed = 0; seed < CASES; seed++) {
        Random random = new Random(seed);
        String path = paths.get(random.nextInt(paths.size()));
        Map<String, String> odd = new LinkedHashMap<>(answers);
        odd.put(path, new OddJson(random).of(answers.get(path)));
        serve(odd);
        sentences += plan(cluster, seed + " " + path + ": " + odd.get(path)) ? 0 : 1;
      }
      System.out.println(CASES + " odd answers: " + sentences + " sentences, the rest plans.");
      assertThat(sentences).isBetween(CASES / 10, CASES);
    }
  }

  /** Tells whether there was a plan. */
  private static boolean plan(SimulatedCluster cluster, String odd) {
    ProxmoxConnection connection =
        ProxmoxConnection.to(
                ApiToken.of("root@pam!test", "secret"), "http://127.0.0.1:" + PVE.getPort())
            // A list without its VMs lets a plan look whether anybody has their addresses.
            .withDialer(Dialer.direct().loopbackOnly());
    try (ClusterSession session =
        ClusterSession.over(cluster.spec(), connection, RecordedClients::open)) {
      Plan plan = session.plan(NodeSelection.all(), false);
      assertThat(plan.findings().render()).doesNotContain("Exception", "java.");
      return true;
    } catch (ProxmoxException e) {
      assertThat(e.getMessage())
          .as(head(odd))
          .isNotBlank()
          .doesNotContain("Exception", "com.fasterxml", "java.");
      return false;
    } catch (RuntimeException e) {
      throw new AssertionError(head(odd), e);
    }
  }

  private static String head(String text) {
    return text.substring(0, Math.min(text.length(), 600));
  }

  @Test
  void hugeListsAndSlowDripsEndToo() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      Map<String, String> answers = answers(cluster);
      String path = API + "/cluster/resources";
      String entry = "{\"type\":\"qemu\",\"vmid\":%d,\"node\":\"pve1\",\"status\":\"stopped\"},";
      StringBuilder huge = new StringBuilder("{\"data\":[");
      for (int id = 100_000; id < 150_000; id++) {
        huge.append(entry.formatted(id));
      }
      Map<String, String> odd = new LinkedHashMap<>(answers);
      odd.put(path, huge.append("{}]}").toString());
      serve(odd);
      plan(cluster, "huge");

      serve(answers);
      PVE.stubFor(
          get(urlPathEqualTo(path))
              .willReturn(
                  aResponse()
                      .withBody(answers.get(path))
                      .withChunkedDribbleDelay(10, (int) Duration.ofSeconds(1).toMillis())));
      assertThat(plan(cluster, "slow")).isTrue();
    }
  }
}
