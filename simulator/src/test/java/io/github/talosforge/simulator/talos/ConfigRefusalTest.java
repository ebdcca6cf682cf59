package io.github.talosforge.simulator.talos;

import static io.github.talosforge.simulator.talos.TalosLab.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfiguration;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationRequest;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** Configs that a node does not take. */
class ConfigRefusalTest {
  private static final String NODE = "192.168.7.10";

  private static Status refusal(
      String version, java.util.function.Function<TalosLab, String> config) {
    try (TalosLab lab = TalosLab.start(version).vm(100, "cp-1", NODE)) {
      Status status = failure(() -> lab.apply(NODE, config.apply(lab)));
      assertThat(lab.simulator.talos().loopback(NODE, 50000)).isPresent();
      return status;
    }
  }

  @Test
  void unknownKeyIsNamed() {
    Status status =
        refusal(
            "v1.12.11",
            lab ->
                lab.secrets
                    .controlPlane(TalosLab.ENDPOINT)
                    .replace("machine:", "machine:\n  colour: red"));
    assertThat(status.getCode()).isEqualTo(Status.Code.UNKNOWN);
    assertThat(status.getDescription())
        .startsWith("failed to parse config: error decoding document")
        .contains("unknown keys found during decoding:\nmachine:\n  colour: red");
  }

  @Test
  void since113AnUndecodableConfigIsAnInvalidArgument() {
    Status status =
        refusal(
            "v1.13.9",
            lab ->
                lab.secrets
                    .controlPlane(TalosLab.ENDPOINT)
                    .replace("machine:", "machine:\n  colour: red"));
    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void documentOfALaterVersionIsNotRegistered() {
    String hostname = "---\napiVersion: v1alpha1\nkind: HostnameConfig\nauto: stable\n";
    Status status =
        refusal("v1.11.6", lab -> lab.secrets.controlPlane(TalosLab.ENDPOINT) + hostname);
    assertThat(status.getDescription()).contains("\"HostnameConfig\" \"v1alpha1\": not registered");
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-1", NODE)) {
      lab.apply(NODE, lab.secrets.controlPlane(TalosLab.ENDPOINT) + hostname);
      assertThat(lab.version(NODE)).isEqualTo("v1.12.11");
    }
  }

  @Test
  void wrongTypeIsNamed() {
    Status status =
        refusal(
            "v1.12.11",
            lab ->
                lab.secrets
                    .controlPlane(TalosLab.ENDPOINT)
                    .replace("persist: true", "persist: maybe"));
    assertThat(status.getDescription()).contains("!!str `maybe` into bool");
  }

  @Test
  void brokenCertificateIsRefused() {
    Status status =
        refusal(
            "v1.12.11",
            lab ->
                lab.secrets
                    .controlPlane(TalosLab.ENDPOINT)
                    .replaceFirst("ca: \\{crt: [^,]+", "ca: {crt: bm90IGEgY2VydGlmaWNhdGU="));
    assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(status.getDescription())
        .startsWith("configuration validation failed: 1 error occurred:")
        .contains("failed to parse PEM block");
  }

  @Test
  void missingEndpointIsRefused() {
    Status status =
        refusal(
            "v1.12.11",
            lab -> lab.secrets.controlPlane("").replace("endpoint: \"\"", "endpoint: null"));
    assertThat(status.getDescription()).contains("cluster controlplane endpoint is required");
  }

  @Test
  void installImageWithoutTagIsRefusedSince111() {
    Status status =
        refusal(
            "v1.12.11",
            lab ->
                lab.secrets.controlPlane(TalosLab.ENDPOINT).replaceFirst(":v1\\.12\\.6\"", "\""));
    assertThat(status.getDescription()).contains("should have a tag");
  }

  @Test
  void workerMustNotHaveTheKeysOfTheCas() {
    Status status =
        refusal(
            "v1.12.11",
            lab ->
                lab.secrets
                    .controlPlane(TalosLab.ENDPOINT)
                    .replace("type: controlplane", "type: worker"));
    assertThat(status.getDescription())
        .contains("errors occurred:")
        .contains("issuing Talos API CA key is not allowed on non-controlplane nodes")
        .contains("etcd config is only allowed on control plane machines");
  }

  @Test
  void dryRunOnlyValidates() {
    try (TalosLab lab = TalosLab.start("v1.12.11").vm(100, "cp-1", NODE)) {
      ApplyConfiguration answer =
          lab.insecure(NODE)
              .applyConfiguration(
                  ApplyConfigurationRequest.newBuilder(
                          TalosLab.request(lab.secrets.controlPlane(TalosLab.ENDPOINT)))
                      .setDryRun(true)
                      .build())
              .getMessages(0);
      assertThat(answer.getModeDetails()).startsWith("Dry run summary:");
      assertThat(
              lab.get(
                  lab.insecureChannel(NODE),
                  "runtime",
                  "MachineStatuses.runtime.talos.dev",
                  "machine"))
          .contains("stage: maintenance");
    }
  }
}
