package io.github.talosforge.provision;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.kubernetes.ApiServerAccess;
import io.github.talosforge.kubernetes.HttpKubernetes;
import io.github.talosforge.kubernetes.KubernetesException;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.NodePod;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.talos.FakeTalos;
import io.github.talosforge.talos.RawService;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosConnection;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.TestAuthority;
import io.github.talosforge.talos.client.TalosClients;
import io.github.talosforge.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.talos.protocol.time.TimeServiceGrpc;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever machines, Kubernetes or the Image Factory answer, a value comes of it or a sentence. */
@Tag("exhaustive")
class OddServicesTest {
  private static final int CASES = EveryCase.some(2000, 40);
  private static final NodePod POD = new NodePod("default", "web-1", "1", NodePod.Tie.NONE);
  private static final List<String> ODD_YAML =
      List.of(
          "a: b: c",
          "\t- x",
          "&a [*a, *a]",
          "!!javax.script.ScriptEngineManager [x]",
          "--- \n---\n",
          "- ".repeat(400),
          "\u0000",
          "stage: [running");

  @RegisterExtension
  private static final WireMockExtension SERVER =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private static URI server() {
    return URI.create("http://127.0.0.1:" + SERVER.getPort());
  }

  private static void answer(Random random, String body) {
    int status = List.of(200, 200, 200, 201, 403, 404, 409, 429, 500).get(random.nextInt(9));
    SERVER.resetAll();
    SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody(body)));
  }

  /** Asks; what is thrown must be a sentence. */
  private static void ask(String odd, Supplier<?> question) {
    try {
      assertThat(question.get()).isNotNull();
    } catch (TalosException | KubernetesException | ImageFactoryException e) {
      assertThat(e.getMessage())
          .as(odd)
          .isNotBlank()
          .doesNotContain("Exception", "com.fasterxml", "java.", "[Source:");
    } catch (RuntimeException e) {
      throw new AssertionError(odd, e);
    }
  }

  private static boolean done(Runnable change) {
    change.run();
    return true;
  }

  @Test
  void machines() {
    Map<String, String> resources =
        Map.of(
            "MachineStatuses.runtime.talos.dev/machine",
            "{\"stage\": \"running\", \"status\": {\"ready\": true, \"unmetConditions\":"
                + " [{\"name\": \"time\", \"reason\": \"not in sync\"}]}}",
            "Members.cluster.talos.dev/cp-1",
            "{\"hostname\": \"cp-1\", \"addresses\": [\"192.0.2.11\"], \"machineType\":"
                + " \"controlplane\", \"operatingSystem\": \"Talos (v1.12.4)\"}",
            "MachineConfigs.config.talos.dev/v1alpha1",
            "\"version: v1alpha1\\nmachine: {type: worker}\\n\"");
    TestAuthority authority = new TestAuthority();
    try (FakeTalos machine = FakeTalos.configured(authority);
        TalosClient client =
            TalosClients.open(
                TalosConnection.direct()
                    .withDialer(Dialer.direct().loopbackOnly())
                    .withCredentials(authority.client())
                    .withTimeouts(Duration.ofMinutes(10), Duration.ofMinutes(10)));
        TalosNode node = client.node(machine.endpoint())) {
      for (int seed = 0; seed < CASES; seed++) {
        Random random = new Random(seed);
        for (Map.Entry<String, String> each : resources.entrySet()) {
          String yaml =
              random.nextInt(4) == 0
                  ? ODD_YAML.get(random.nextInt(ODD_YAML.size()))
                  : new OddJson(random).of(each.getValue());
          machine.resource(each.getKey(), yaml);
          ask(yaml, node::machineStatus);
          ask(yaml, node::members);
          ask(yaml, node::machineConfig);
        }
        machine.kubeconfig(archive(random));
        ask("kubeconfig " + seed, node::kubeconfig);
      }
    }
  }

  /** What comes as a message: whole, cut off, or with some bytes changed. */
  @Test
  void messagesOfMachines() {
    RawService calls = new RawService(MachineServiceGrpc.getServiceDescriptor());
    RawService times = new RawService(TimeServiceGrpc.getServiceDescriptor());
    TestAuthority authority = new TestAuthority();
    try (FakeTalos machine = FakeTalos.configured(authority, calls, times);
        TalosClient client =
            TalosClients.open(
                TalosConnection.direct()
                    .withDialer(Dialer.direct().loopbackOnly())
                    .withCredentials(authority.client()));
        TalosNode node = client.node(machine.endpoint())) {
      for (int seed = 0; seed < CASES; seed++) {
        OddMessages odd = new OddMessages(new Random(seed));
        calls.answer(MachineServiceGrpc.getServiceListMethod(), odd.services());
        calls.answer(MachineServiceGrpc.getEtcdMemberListMethod(), odd.etcdMembers());
        calls.answer(MachineServiceGrpc.getEtcdStatusMethod(), odd.etcdStatus());
        times.answer(TimeServiceGrpc.getTimeMethod(), odd.time());
        ask("services " + seed, node::services);
        ask("members " + seed, node::etcdMembers);
        ask("status " + seed, node::etcdStatus);
        ask("time " + seed, () -> node.clock().behind());
        ask("bootstrap " + seed, () -> done(node::bootstrap));
      }
    }
  }

  /** Half of them can be unpacked, and then hold a header with any size. */
  private static byte[] archive(Random random) {
    byte[] content = new byte[600];
    random.nextBytes(content);
    if (random.nextBoolean()) {
      return content;
    }
    byte[] size =
        List.of("-0000000007", "77777777777", "00000000000", "           ", "0000000010x")
            .get(random.nextInt(5))
            .getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(size, 0, content, 124, size.length);
    content[135] = 0;
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(content);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    byte[] whole = packed.toByteArray();
    return Arrays.copyOf(whole, whole.length - random.nextInt(3));
  }

  @Test
  void kubernetes() {
    CertificateAndKey authority = TalosWorld.SECRETS.certificates().kubernetes();
    ApiServerAccess access = new ApiServerAccess(server(), authority.certificate(), authority);
    String valid =
        """
        {"items": [{"metadata": {"name": "cp-1", "namespace": "default", "uid": "1",
          "annotations": {}, "labels": {"k8s-app": "x"},
          "ownerReferences": [{"controller": true, "kind": "DaemonSet"}]},
          "spec": {"unschedulable": true, "nodeName": "cp-1"},
          "status": {"phase": "Running",
            "addresses": [{"type": "InternalIP", "address": "192.0.2.11"}],
            "conditions": [{"type": "Ready", "status": "True", "message": "well"}]}}],
         "message": "no", "details": {"causes": [{"message": "why"}]},
         "status": {"numberReady": 1, "desiredNumberScheduled": 1, "readyReplicas": 1},
         "spec": {"replicas": 1}}
        """;
    try (KubernetesWriter kubernetes = new HttpKubernetes(access, Dialer.direct().loopbackOnly())) {
      for (int seed = 0; seed < CASES; seed++) {
        Random random = new Random(seed);
        String odd = new OddJson(random).of(valid);
        answer(random, odd);
        ask(odd, kubernetes::nodes);
        ask(odd, () -> kubernetes.systemPods("k8s-app=x"));
        ask(odd, () -> kubernetes.systemDaemonSet("kube-proxy"));
        ask(odd, () -> kubernetes.systemDeployment("coredns"));
        ask(odd, () -> kubernetes.podsOn("cp-1"));
        ask(odd, () -> done(() -> kubernetes.cordon("cp-1")));
        ask(odd, () -> done(() -> kubernetes.uncordon("cp-1")));
        ask(odd, () -> kubernetes.deleteNode("cp-1"));
        ask(odd, () -> kubernetes.evict(POD));
      }
    }
  }

  @Test
  void imageFactory() {
    Schematic schematic = Schematic.of(new SchematicSpec(List.of(), List.of(), Optional.empty()));
    try (ImageFactory factory = new HttpImageFactory(server(), Dialer.direct().loopbackOnly())) {
      for (int seed = 0; seed < CASES; seed++) {
        Random random = new Random(seed);
        String odd =
            new OddJson(random)
                .of(random.nextBoolean() ? "{\"id\": \"376567988ad3\"}" : "[\"v1.12.4\", \"v1\"]");
        answer(random, odd);
        ask(odd, () -> factory.register(schematic));
        ask(odd, factory::versions);
        ask(odd, () -> factory.checksum(server().resolve("/image")));
        ask(odd, () -> factory.size(server().resolve("/image")));
      }
    }
  }
}
