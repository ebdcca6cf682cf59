package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.net.Dialer;
import java.util.Optional;

/** Somebody who runs applications in a cluster. */
public final class Workloads implements AutoCloseable {
  private static final YAMLMapper YAML = new YAMLMapper();

  private final ApiTransport transport;

  public Workloads(ApiServerAccess access, Dialer dialer) {
    transport = new ApiTransport(access, dialer, Audit.NONE);
  }

  /** Makes an object in the namespace {@code default}. */
  public void create(String group, String plural, String yaml) {
    try {
      String path = group + "/namespaces/default/" + plural;
      Optional<Answer> made =
          transport.send("POST", transport.path(path), "application/json", YAML.readTree(yaml));
      if (made.isEmpty()) {
        throw new IllegalStateException(path + " is not served");
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Changes a node by a merge patch. */
  public void patchNode(String name, String json) {
    try {
      Optional<Answer> unused =
          transport.send(
              "PATCH",
              transport.path("api/v1/nodes/" + name),
              "application/merge-patch+json",
              ApiTransport.MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
