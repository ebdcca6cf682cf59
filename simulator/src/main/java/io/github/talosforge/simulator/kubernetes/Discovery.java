package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Says what the API server serves. */
final class Discovery {
  private static final List<String> VERBS =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");

  private Discovery() {}

  /** The document at a path, if it is one of discovery. */
  static Optional<ObjectNode> find(String path) {
    return switch (path) {
      case "/api" -> Optional.of(coreVersions());
      case "/apis" -> Optional.of(groups());
      case "/openapi/v3" -> Optional.of(schemas());
      default -> path.startsWith("/openapi/v3/") ? schema(path) : versionOrGroup(path);
    };
  }

  private static ObjectNode coreVersions() {
    ObjectNode document = document("APIVersions");
    document.putArray("versions").add("v1");
    document.putArray("serverAddressByClientCIDRs");
    return document;
  }

  private static List<String> names() {
    return Arrays.stream(Kind.values())
        .map(Kind::group)
        .filter(group -> !group.isEmpty())
        .distinct()
        .toList();
  }

  private static ObjectNode groups() {
    ObjectNode document = document("APIGroupList");
    ArrayNode groups = document.putArray("groups");
    names().forEach(name -> groups.add(group(name).without(List.of("kind", "apiVersion"))));
    return document;
  }

  private static ObjectNode group(String name) {
    ObjectNode group = document("APIGroup").put("name", name);
    group.putArray("versions").addObject().put("groupVersion", name + "/v1").put("version", "v1");
    group.putObject("preferredVersion").put("groupVersion", name + "/v1").put("version", "v1");
    return group;
  }

  private static Optional<ObjectNode> versionOrGroup(String path) {
    for (String name : names()) {
      if (path.equals("/apis/" + name)) {
        return Optional.of(group(name));
      }
    }
    List<Kind> kinds =
        Arrays.stream(Kind.values()).filter(kind -> root(kind).equals(path)).toList();
    return kinds.isEmpty() ? Optional.empty() : Optional.of(resources(kinds));
  }

  private static String root(Kind kind) {
    return (kind.group().isEmpty() ? "/api/" : "/apis/") + kind.apiVersion();
  }

  private static ObjectNode resources(List<Kind> kinds) {
    ObjectNode document = document("APIResourceList");
    document.put("groupVersion", kinds.get(0).apiVersion());
    ArrayNode resources = document.putArray("resources");
    for (Kind kind : kinds) {
      ObjectNode resource = resources.addObject().put("name", kind.plural());
      resource.put("singularName", kind.singular()).put("namespaced", kind.isNamespaced());
      resource.put("kind", kind.title());
      VERBS.forEach(resource.putArray("verbs")::add);
      if (!kind.shortNames().isEmpty()) {
        kind.shortNames().forEach(resource.putArray("shortNames")::add);
      }
      kind.subresources().forEach(name -> subresource(resources.addObject(), kind, name));
    }
    return document;
  }

  private static void subresource(ObjectNode resource, Kind kind, String name) {
    resource.put("name", kind.plural() + "/" + name).put("singularName", "");
    resource.put("namespaced", kind.isNamespaced());
    if (name.equals("eviction")) {
      resource.put("group", "policy").put("version", "v1").put("kind", "Eviction");
      resource.putArray("verbs").add("create");
    } else {
      resource.put("kind", kind.title());
      resource.putArray("verbs").add("get").add("patch").add("update");
    }
  }

  private static ObjectNode document(String kind) {
    return JsonNodeFactory.instance.objectNode().put("kind", kind).put("apiVersion", "v1");
  }

  /** Just enough of a schema for kubectl to leave the check of fields to the server. */
  private static ObjectNode schemas() {
    ObjectNode paths = JsonNodeFactory.instance.objectNode();
    for (Kind kind : Kind.values()) {
      String root = root(kind).substring(1);
      paths.putObject(root).put("serverRelativeURL", "/openapi/v3/" + root);
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.set("paths", paths);
    return document;
  }

  private static Optional<ObjectNode> schema(String path) {
    ObjectNode paths = JsonNodeFactory.instance.objectNode();
    for (Kind kind : Kind.values()) {
      if (path.equals("/openapi/v3" + root(kind))) {
        String place = kind.isNamespaced() ? "/namespaces/{namespace}/" : "/";
        describe(paths.putObject(root(kind) + place + kind.plural() + "/{name}"), kind);
      }
    }
    if (paths.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.0.0");
    document.putObject("info").put("title", "Kubernetes, simulated").put("version", "v1");
    document.set("paths", paths);
    return Optional.of(document);
  }

  private static void describe(ObjectNode path, Kind kind) {
    ObjectNode patch = path.putObject("patch");
    patch
        .putArray("parameters")
        .addObject()
        .put("name", "fieldValidation")
        .put("in", "query")
        .putObject("schema")
        .put("type", "string");
    patch
        .putObject("x-kubernetes-group-version-kind")
        .put("group", kind.group())
        .put("kind", kind.title())
        .put("version", kind.version());
  }
}
