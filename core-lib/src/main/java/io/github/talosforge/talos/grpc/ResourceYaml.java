package io.github.talosforge.talos.grpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.talos.ClusterMember;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.MachineStatus.UnmetCondition;
import io.github.talosforge.talos.TalosResource;
import java.util.ArrayList;
import java.util.List;

/** Reads the resources that the client itself needs. */
final class ResourceYaml {
  private static final YAMLMapper MAPPER = new YAMLMapper();

  private ResourceYaml() {}

  static MachineStatus machineStatus(TalosResource resource) {
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
  static String machineConfig(TalosResource resource) {
    JsonNode said = tree(resource);
    return said.isTextual() ? said.asText() : resource.yaml();
  }

  static ClusterMember member(TalosResource resource) {
    JsonNode said = tree(resource);
    List<String> addresses = new ArrayList<>();
    said.path("addresses").forEach(address -> addresses.add(address.asText()));
    return new ClusterMember(
        said.path("hostname").asText(),
        addresses,
        said.path("machineType").asText().equals("controlplane"),
        said.path("operatingSystem").asText());
  }

  private static JsonNode tree(TalosResource resource) {
    try {
      return MAPPER.readTree(resource.yaml());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(resource + " is not YAML: " + e.getOriginalMessage(), e);
    }
  }
}
