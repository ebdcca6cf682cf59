package io.github.talosforge.talos.grpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.talos.ClusterMember;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.MachineStatus.UnmetCondition;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads the resources that the client itself needs.
 *
 * @param endpoint the machine that told them
 */
record ResourceYaml(TalosEndpoint endpoint) {
  private static final YAMLMapper MAPPER = new YAMLMapper();
  private static final Pattern UUID_TEXT =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  MachineStatus machineStatus(TalosResource resource) {
    JsonNode said = tree(resource);
    JsonNode status = said.path("status");
    List<UnmetCondition> unmet = new ArrayList<>();
    status
        .path("unmetConditions")
        .forEach(
            each ->
                unmet.add(
                    new UnmetCondition(each.path("name").asText(), each.path("reason").asText())));
    return new MachineStatus(
        MachineStatus.Stage.of(said.path("stage").asText()),
        status.path("ready").asBoolean(),
        unmet);
  }

  /** The specification of this resource is one text, which is the configuration. */
  String machineConfig(TalosResource resource) {
    JsonNode said = tree(resource);
    return said.isTextual() ? said.asText() : resource.yaml();
  }

  /** A machine whose firmware gives it none says so with an empty text. */
  Optional<UUID> systemUuid(TalosResource resource) {
    String said = tree(resource).path("uuid").asText();
    return UUID_TEXT.matcher(said).matches()
        ? Optional.of(UUID.fromString(said))
        : Optional.empty();
  }

  ClusterMember member(TalosResource resource) {
    JsonNode said = tree(resource);
    List<String> addresses = new ArrayList<>();
    said.path("addresses").forEach(address -> addresses.add(address.asText()));
    return new ClusterMember(
        said.path("hostname").asText(),
        addresses,
        said.path("machineType").asText().equals("controlplane"),
        said.path("operatingSystem").asText());
  }

  private JsonNode tree(TalosResource resource) {
    try {
      return MAPPER.readTree(resource.yaml());
    } catch (JsonProcessingException e) {
      throw TalosException.of(
              TalosException.Kind.SERVER,
              endpoint.toString(),
              resource.type(),
              endpoint + " tells " + resource.type() + "/" + resource.id() + " in no YAML.")
          .suggestion("Check that it is Talos, in a version that is supported, that answers there.")
          .cause(e)
          .build();
    }
  }
}
