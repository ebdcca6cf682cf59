package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosResource;
import io.github.talosforge.talos.protocol.cosi.resource.GetRequest;
import io.github.talosforge.talos.protocol.cosi.resource.ListRequest;
import io.github.talosforge.talos.protocol.cosi.resource.Resource;
import io.github.talosforge.talos.protocol.cosi.resource.StateGrpc;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The machine's resources, whose YAML spares us their many messages. */
final class Resources {
  private final Calls calls;

  Resources(Calls calls) {
    this.calls = calls;
  }

  Optional<TalosResource> get(String namespace, String type, String id) {
    GetRequest request =
        GetRequest.newBuilder().setNamespace(namespace).setType(type).setId(id).build();
    try {
      return Optional.of(
          resource(calls.unary(Verb.READ, StateGrpc.getGetMethod(), request).getResource()));
    } catch (TalosException e) {
      if (e.kind() == TalosException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  List<TalosResource> list(String namespace, String type) {
    ListRequest request = ListRequest.newBuilder().setNamespace(namespace).setType(type).build();
    Map<String, TalosResource> found = new LinkedHashMap<>();
    calls
        .all(StateGrpc.getListMethod(), request)
        .forEach(
            answer -> {
              TalosResource each = resource(answer.getResource());
              found.put(each.id(), each);
            });
    return List.copyOf(found.values());
  }

  private static TalosResource resource(Resource said) {
    return new TalosResource(
        said.getMetadata().getNamespace(),
        said.getMetadata().getType(),
        said.getMetadata().getId(),
        said.getMetadata().getVersion(),
        said.getSpec().getYamlSpec());
  }
}
