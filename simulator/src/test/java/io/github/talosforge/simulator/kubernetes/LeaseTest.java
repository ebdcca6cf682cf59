package io.github.talosforge.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.KubernetesLab.Reply;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases that others than kubelets hold. */
class LeaseTest {
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
  private static final String ONE = LEASES + "/one";
  private static final String LEASE =
      """
      {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "one"},
       "spec": {"holderIdentity": "eve", "leaseDurationSeconds": 60,
                "renewTime": "2026-11-16T10:00:00.000000Z"}}
      """;

  private KubernetesLab lab;

  @BeforeEach
  void start() throws IOException {
    lab = new KubernetesLab();
    lab.get("/api/v1/nodes");
  }

  @AfterEach
  void stop() {
    lab.close();
  }

  private Reply send(String method, String path, String body) {
    return lab.send(method, path, "application/json", body);
  }

  @Test
  void onlyWhoReadTheLatestVersionReplacesIt() {
    Reply made = send("POST", LEASES, LEASE);
    assertThat(made.status()).isEqualTo(201);
    assertThat(send("POST", LEASES, LEASE).body().path("reason").asText())
        .isEqualTo("AlreadyExists");
    Reply blind = send("PUT", ONE, LEASE);
    assertThat(blind.status()).isEqualTo(422);
    assertThat(blind.body().path("message").asText()).contains("must be specified for an update");
    ObjectNode mine = ((ObjectNode) made.body()).deepCopy();
    mine.withObject("/spec").put("holderIdentity", "bob");

    assertThat(send("PUT", ONE, mine.toString()).status()).isEqualTo(200);

    Reply late = send("PUT", ONE, mine.toString());
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body().path("message").asText())
        .contains("the object has been modified; please apply your changes to the latest version");
  }

  @Test
  void whatIsNoLeaseIsRefused() {
    Reply seconds = send("POST", LEASES, LEASE.replace(".000000Z", "Z"));
    assertThat(seconds.status()).isEqualTo(400);
    assertThat(seconds.body().path("message").asText())
        .contains("as \"2006-01-02T15:04:05.000000Z");
    Reply endless = send("POST", LEASES, LEASE.replace("60", "0"));
    assertThat(endless.status()).isEqualTo(422);
    assertThat(endless.body().path("message").asText()).contains("must be greater than 0");
  }
}
