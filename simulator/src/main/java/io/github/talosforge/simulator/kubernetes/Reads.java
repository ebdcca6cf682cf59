package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import io.github.talosforge.simulator.kubernetes.object.Selector;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Shows objects: one, many, or as they change. */
final class Reads {
  private static final long WATCH_SECONDS = 1800;

  private final ObjectStore store;
  private final WatchLog log;

  Reads(ObjectStore store, WatchLog log) {
    this.store = store;
    this.log = log;
  }

  ApiResponse get(Target target, String name, ApiRequest request) {
    ObjectNode object = store.get(target.kind(), target.namespace(), name);
    JsonNode shown =
        request.wantsTable()
            ? Tables.of(target.kind(), List.of(object), request, store.now(), true)
            : object;
    return ApiResponse.Document.json(200, shown);
  }

  ApiResponse list(Target target, ApiRequest request) {
    Predicate<JsonNode> selector = selector(request);
    List<ObjectNode> objects =
        store.list(target.kind(), target.namespace()).stream().filter(selector).toList();
    String revision = Long.toString(store.revision());
    if (request.wantsTable()) {
      ObjectNode table = Tables.of(target.kind(), objects, request, store.now(), true);
      table.withObject("/metadata").put("resourceVersion", revision);
      return ApiResponse.Document.json(200, table);
    }
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", target.kind().title() + "List");
    list.put("apiVersion", target.kind().apiVersion());
    list.putObject("metadata").put("resourceVersion", revision);
    ArrayNode items = list.putArray("items");
    objects.forEach(object -> items.add(object.without(List.of("kind", "apiVersion"))));
    return ApiResponse.Document.json(200, list);
  }

  ApiResponse watch(Target target, ApiRequest request) {
    if (request.isSet("sendInitialEvents")) {
      throw Refusal.badRequest("sendInitialEvents is not simulated: list first, then watch");
    }
    Predicate<JsonNode> selector = selector(request);
    Watch watch = new Watch(target, selector, form(target, request));
    String since = request.parameter("resourceVersion");
    if (since.isEmpty() || since.equals("0")) {
      store.list(target.kind(), target.namespace()).stream()
          .filter(selector)
          .forEach(watch::present);
    } else {
      log.replay(watch, number(since));
    }
    String seconds = request.parameter("timeoutSeconds");
    return new ApiResponse.Stream(watch, seconds.isEmpty() ? WATCH_SECONDS : number(seconds));
  }

  private UnaryOperator<JsonNode> form(Target target, ApiRequest request) {
    if (!request.wantsTable()) {
      return object -> object;
    }
    boolean[] told = new boolean[1];
    return object -> {
      boolean first = !told[0];
      told[0] = true;
      return Tables.of(target.kind(), List.of((ObjectNode) object), request, store.now(), first);
    };
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Refusal.badRequest("invalid resource version or time-out: '" + text + "'");
    }
  }

  private static Predicate<JsonNode> selector(ApiRequest request) {
    return Selector.labels(request.parameter("labelSelector"))
        .and(Selector.fields(request.parameter("fieldSelector")));
  }
}
