package io.github.talosforge.simulator.kubernetes;

import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request is about.
 *
 * @param kind the kind of object
 * @param namespace the namespace; null: all of them, or none
 * @param name the object; null: all of them
 * @param subresource what of the object; empty: itself
 */
record Target(Kind kind, @Nullable String namespace, @Nullable String name, String subresource) {

  /** Reads a path such as {@code /apis/apps/v1/namespaces/default/deployments/web}. */
  static Target parse(String path) {
    List<String> parts = new ArrayList<>(List.of(path.substring(1).split("/", -1)));
    boolean core = parts.get(0).equals("api");
    if (parts.size() < (core ? 3 : 4) || (!core && !parts.get(0).equals("apis"))) {
      throw Refusal.notServed();
    }
    String group = core ? "" : parts.get(1);
    String version = parts.get(core ? 1 : 2);
    List<String> rest = parts.subList(core ? 2 : 3, parts.size());
    String namespace = null;
    boolean inside =
        rest.size() > 2
            && rest.get(0).equals("namespaces")
            && !rest.get(2).equals("status")
            && !rest.get(2).equals("finalize");
    if (inside) {
      namespace = rest.get(1);
      rest = rest.subList(2, rest.size());
    }
    Kind kind = Kind.of(group, version, rest.get(0)).orElseThrow(Refusal::notServed);
    return of(kind, namespace, rest);
  }

  private static Target of(Kind kind, @Nullable String namespace, List<String> rest) {
    String subresource = rest.size() > 2 ? rest.get(2) : "";
    boolean known = subresource.isEmpty() || kind.subresources().contains(subresource);
    boolean placed =
        kind.isNamespaced() ? namespace != null || rest.size() == 1 : namespace == null;
    if (!known || !placed || rest.size() > 3) {
      throw Refusal.notServed();
    }
    return new Target(kind, namespace, rest.size() > 1 ? rest.get(1) : null, subresource);
  }

  /** The path without names, such as {@code /api/v1/nodes/{name}}. */
  String template(String path) {
    String general =
        namespace == null
            ? path
            : path.replaceFirst(
                "/namespaces/" + Pattern.quote(namespace) + "/", "/namespaces/{namespace}/");
    return name == null
        ? general
        : general.replaceFirst(
            "/" + kind.plural() + "/" + Pattern.quote(name), "/" + kind.plural() + "/{name}");
  }

  /** What a request does with it, in the words of rights. */
  String verb(ApiRequest request) {
    return switch (request.method()) {
      case "GET", "HEAD" -> name != null ? "get" : request.isSet("watch") ? "watch" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "DELETE" -> name == null ? "deletecollection" : "delete";
      default -> request.method().toLowerCase(Locale.ROOT);
    };
  }
}
