package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.controller.DisruptionBudgets;
import io.github.talosforge.simulator.kubernetes.controller.Pods;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import io.github.talosforge.simulator.kubernetes.patch.JsonPatch;
import io.github.talosforge.simulator.kubernetes.patch.MergePatch;
import io.github.talosforge.simulator.kubernetes.patch.StrategicMergePatch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Changes objects as callers ask for it. */
final class Writes {
  private static final String PATCHES =
      "application/json-patch+json, application/merge-patch+json,"
          + " application/strategic-merge-patch+json";
  private static final List<String> LASTING = List.of("default", "kube-system", "kube-public");

  private final ObjectStore store;
  private final DisruptionBudgets budgets;
  private final Random chance = new Random(2);

  Writes(ObjectStore store, DisruptionBudgets budgets) {
    this.store = store;
    this.budgets = budgets;
  }

  ApiResponse create(Target target, ApiRequest request) {
    ObjectNode draft = object(target, request.content());
    ObjectNode metadata = draft.withObject("/metadata");
    if (!metadata.has("name") && metadata.has("generateName")) {
      metadata.put("name", metadata.path("generateName").asText() + Pods.suffix(chance, 5));
    }
    String name = metadata.path("name").asText();
    if (name.isEmpty()) {
      throw Refusal.invalid(
          target.kind(), "", "metadata.name", "Required value: name or generateName is required");
    }
    String namespace = target.namespace();
    if (namespace != null) {
      metadata.put("namespace", namespace);
      store.get(Kind.NAMESPACE, null, namespace);
    }
    metadata.remove("resourceVersion");
    Defaults.fill(target.kind(), draft);
    if (request.isDryRun()) {
      return ApiResponse.Document.json(201, draft);
    }
    return ApiResponse.Document.json(201, store.create(target.kind(), draft));
  }

  private static ObjectNode object(Target target, JsonNode content) {
    Kind kind = target.kind();
    if (!(content instanceof ObjectNode object)) {
      throw Refusal.badRequest("the body holds no object");
    }
    String version = object.path("apiVersion").asText(kind.apiVersion());
    if (!version.equals(kind.apiVersion())
        || !object.path("kind").asText(kind.title()).equals(kind.title())) {
      throw Refusal.badRequest(
          "%s in version \"%s\" cannot be handled as a %s"
              .formatted(object.path("kind").asText(), version, kind.title()));
    }
    String namespace = object.at("/metadata/namespace").asText();
    if (target.namespace() != null
        && !namespace.isEmpty()
        && !namespace.equals(target.namespace())) {
      throw Refusal.badRequest(
          "the namespace of the provided object does not match the namespace sent on the request");
    }
    return object.deepCopy();
  }

  ApiResponse replace(Target target, String name, ApiRequest request) {
    ObjectNode old = store.get(target.kind(), target.namespace(), name);
    ObjectNode wanted = object(target, request.content());
    if (!wanted.at("/metadata/name").asText().equals(name)) {
      throw Refusal.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(wanted.at("/metadata/name").asText(), name));
    }
    if (target.kind() == Kind.LEASE) {
      Defaults.lease(wanted);
      demandVersion(name, wanted);
    }
    return update(target, old, wanted, request);
  }

  /** A Lease is never replaced by who did not read it. */
  private static void demandVersion(String name, ObjectNode wanted) {
    if (wanted.at("/metadata/resourceVersion").asText().isEmpty()) {
      throw Refusal.invalid(
          Kind.LEASE,
          name,
          "metadata.resourceVersion",
          "Invalid value: 0: must be specified for an update");
    }
  }

  ApiResponse patch(Target target, String name, ApiRequest request) {
    if (!PATCHES.contains(request.contentType()) || request.contentType().isEmpty()) {
      throw Refusal.unsupportedMediaType(PATCHES);
    }
    ObjectNode old = store.get(target.kind(), target.namespace(), name);
    JsonNode patched = patched(old, request);
    if (!(patched instanceof ObjectNode wanted)) {
      throw Refusal.badRequest("the patch leaves no object");
    }
    if (!wanted.at("/metadata/name").asText().equals(name)) {
      throw Refusal.invalid(
          target.kind(), name, "metadata.name", "Invalid value: field is immutable");
    }
    return update(target, old, wanted, request);
  }

  private static JsonNode patched(ObjectNode old, ApiRequest request) {
    JsonNode patch = request.content();
    try {
      return switch (request.contentType()) {
        case "application/json-patch+json" -> JsonPatch.apply(old, patch);
        case "application/merge-patch+json" -> MergePatch.apply(old, patch);
        default -> StrategicMergePatch.apply(old, patch);
      };
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(String.valueOf(e.getMessage()));
    }
  }

  /** The status is written by its own path only, and that path writes nothing else. */
  private ApiResponse update(Target target, ObjectNode old, ObjectNode wanted, ApiRequest request) {
    ObjectNode result = wanted;
    if (target.subresource().equals("status")) {
      result = old.deepCopy();
      copy("status", wanted, result);
      copy("resourceVersion", wanted.path("metadata"), result.withObject("/metadata"));
    } else if (target.kind().subresources().contains("status")) {
      copy("status", old, result);
    }
    return ApiResponse.Document.json(
        200, request.isDryRun() ? result : store.update(target.kind(), result));
  }

  private static void copy(String field, JsonNode from, ObjectNode to) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }

  ApiResponse delete(Target target, String name, ApiRequest request) {
    Kind kind = target.kind();
    ObjectNode object = store.get(kind, target.namespace(), name);
    JsonNode options = options(request);
    checkPreconditions(kind, name, object, options.path("preconditions"));
    if (kind == Kind.NAMESPACE && LASTING.contains(name)) {
      throw Refusal.forbidden(
          "namespaces \"" + name + "\" is forbidden: this namespace may not be deleted");
    }
    if (request.isDryRun()) {
      return gone(kind, object);
    }
    if (kind == Kind.POD) {
      return ApiResponse.Document.json(200, Pods.end(store, object, grace(options, request)));
    }
    if (kind == Kind.NAMESPACE) {
      empty(name);
    }
    store.delete(kind, object);
    return gone(kind, object);
  }

  private void empty(String namespace) {
    Arrays.stream(Kind.values())
        .filter(Kind::isNamespaced)
        .forEach(kind -> store.list(kind, namespace).forEach(object -> store.delete(kind, object)));
  }

  private static JsonNode options(ApiRequest request) {
    JsonNode content = request.body().isEmpty() ? null : request.content();
    return content == null ? JsonNodeFactory.instance.objectNode() : content;
  }

  private static long grace(JsonNode options, ApiRequest request) {
    String query = request.parameter("gracePeriodSeconds");
    return query.matches("[0-9]{1,9}")
        ? Long.parseLong(query)
        : options.path("gracePeriodSeconds").asLong(-1);
  }

  private static void checkPreconditions(
      Kind kind, String name, ObjectNode object, JsonNode wanted) {
    for (String field : List.of("uid", "resourceVersion")) {
      String value = wanted.path(field).asText();
      String present = object.path("metadata").path(field).asText();
      if (!value.isEmpty() && !value.equals(present)) {
        throw Refusal.conflict(
            kind,
            name,
            "Precondition failed: %1$s in precondition: %2$s, %1$s in object meta: %3$s"
                .formatted(field.equals("uid") ? "UID" : "ResourceVersion", value, present));
      }
    }
  }

  private static ApiResponse gone(Kind kind, ObjectNode object) {
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    details.put("name", object.at("/metadata/name").asText());
    if (!kind.group().isEmpty()) {
      details.put("group", kind.group());
    }
    details.put("kind", kind.plural()).put("uid", object.at("/metadata/uid").asText());
    return success(200, details);
  }

  private static ApiResponse success(int code, @Nullable ObjectNode details) {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Success");
    if (details != null) {
      status.set("details", details);
    }
    return ApiResponse.Document.json(code, code == 200 ? status : status.put("code", code));
  }

  ApiResponse evict(Target target, String name, ApiRequest request) {
    ObjectNode pod = store.get(Kind.POD, target.namespace(), name);
    JsonNode options = request.content().path("deleteOptions");
    checkPreconditions(Kind.POD, name, pod, options.path("preconditions"));
    if (!request.isDryRun() && !options.path("dryRun").elements().hasNext()) {
      budgets.evict(pod, options.path("gracePeriodSeconds").asLong(-1));
    }
    return success(201, null);
  }
}
