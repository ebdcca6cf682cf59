package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import java.util.List;
import java.util.Map;

/**
 * A request to the API server.
 *
 * @param method the HTTP method
 * @param path the path
 * @param query the parameters of the query
 * @param accept what the caller can read
 * @param contentType what the body is
 * @param body the body
 */
record ApiRequest(
    String method,
    String path,
    Map<String, String> query,
    String accept,
    String contentType,
    String body) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new YAMLMapper();
  private static final List<String> READABLE = List.of("", "application/json", "*/*");

  ApiRequest {
    query = Map.copyOf(query);
  }

  String parameter(String name) {
    return query.getOrDefault(name, "");
  }

  boolean isSet(String name) {
    return List.of("true", "1").contains(parameter(name));
  }

  /** Whether the caller only wants to know what would happen. */
  boolean isDryRun() {
    return !parameter("dryRun").isEmpty();
  }

  /** Whether the caller wants rows to print instead of objects. */
  boolean wantsTable() {
    return accept.contains("as=Table") && accept.contains("g=meta.k8s.io");
  }

  /** The content of the body; missing when there is none. */
  JsonNode content() {
    if (READABLE.contains(contentType) || contentType.endsWith("-patch+json")) {
      return read(JSON);
    }
    if (contentType.equals("application/yaml")) {
      return read(YAML);
    }
    throw Refusal.unsupportedMediaType("application/json, application/yaml");
  }

  private JsonNode read(ObjectMapper mapper) {
    try {
      return mapper.readTree(body);
    } catch (JsonProcessingException e) {
      throw Refusal.badRequest("error decoding the body: " + e.getOriginalMessage());
    }
  }
}
