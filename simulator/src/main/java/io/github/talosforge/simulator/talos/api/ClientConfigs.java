package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import com.google.protobuf.ByteString;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.pki.Authority;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.talos.pki.Pem;
import io.github.talosforge.simulator.talos.protocol.machine.GenerateClientConfiguration;
import io.github.talosforge.simulator.talos.protocol.machine.GenerateClientConfigurationRequest;
import io.github.talosforge.simulator.talos.protocol.machine.GenerateClientConfigurationResponse;
import io.grpc.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** New client certificates from the CA of a control plane node. */
final class ClientConfigs {
  GenerateClientConfigurationResponse generate(
      Machine machine, GenerateClientConfigurationRequest request) {
    MachineConfig config =
        machine
            .config()
            .filter(MachineConfig::isControlPlane)
            .orElseThrow(
                () ->
                    failed(
                        Status.FAILED_PRECONDITION,
                        "client configuration (talosconfig) can't be generated on worker nodes"));
    Duration lifetime = Duration.ofSeconds(request.getCrtTtl().getSeconds());
    if (lifetime.isZero() || lifetime.isNegative()) {
      throw failed(Status.INVALID_ARGUMENT, "crt_ttl should be positive");
    }
    List<String> roles = request.getRolesList();
    Identity client =
        Authority.read(config.machineCa(), config.machineCaKey())
            .client(roles, "", false, InstantSource.system().instant(), lifetime);
    String context =
        roles.size() == 1
            ? roles.get(0).replaceFirst("^os:", "") + "@" + config.clusterName()
            : config.clusterName();
    String talosconfig =
        "context: %1$s%ncontexts:%n    %1$s:%n        ca: %2$s%n        crt: %3$s%n        key: %4$s%n"
            .formatted(
                context,
                Pem.base64(config.machineCa()),
                Pem.base64(client.certificatePem()),
                Pem.base64(client.keyPem()));
    return GenerateClientConfigurationResponse.newBuilder()
        .addMessages(
            GenerateClientConfiguration.newBuilder()
                .setCa(ByteString.copyFromUtf8(config.machineCa()))
                .setCrt(ByteString.copyFromUtf8(client.certificatePem()))
                .setKey(ByteString.copyFromUtf8(client.keyPem()))
                .setTalosconfig(ByteString.copyFromUtf8(talosconfig)))
        .build();
  }
}
