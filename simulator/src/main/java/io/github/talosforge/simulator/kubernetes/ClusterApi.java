package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.controller.Controllers;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import io.github.talosforge.simulator.talos.FormedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The API of one cluster. Used inside of the world's lock. */
final class ClusterApi {
  private static final List<String> HEALTH = List.of("/healthz", "/livez", "/readyz");

  private final FormedCluster cluster;
  private final WatchLog log;
  private final ObjectStore store;
  private final Controllers controllers;
  private final Reads reads;
  private final Writes writes;

  ClusterApi(FormedCluster cluster, Supplier<Instant> clock, UnaryOperator<Duration> scale) {
    this.cluster = cluster;
    log = new WatchLog(cluster.etcd().revision());
    store = new ObjectStore(cluster::etcd, clock, log::add);
    controllers = new Controllers(store, scale);
    reads = new Reads(store, log);
    writes = new Writes(store, controllers.budgets());
  }

  FormedCluster cluster() {
    return cluster;
  }

  WatchLog log() {
    return log;
  }

  /** Lets the cluster do what it does by itself. */
  void live() {
    if (cluster.etcd().hasQuorum()) {
      controllers.run(cluster);
    }
  }

  void cordon(String node, boolean cordoned) {
    if (cluster.etcd().hasQuorum()) {
      controllers.cordon(node, cordoned);
    }
  }

  /** Answers a request of someone; empty: of nobody. */
  ApiResponse answer(Optional<User> caller, ApiRequest request) {
    try {
      User user = caller.orElseThrow(Refusal::unauthorized);
      live();
      ApiResponse response = answer(user, request);
      live();
      return response;
    } catch (Refusal refusal) {
      return ApiResponse.Document.json(refusal.code(), refusal.status());
    }
  }

  private ApiResponse answer(User user, ApiRequest request) {
    String path = request.path();
    if (HEALTH.contains(path)) {
      return health(path);
    }
    if (path.equals("/version")) {
      return ApiResponse.Document.json(200, version());
    }
    Optional<ObjectNode> discovery = Discovery.find(path);
    if (discovery.isPresent()) {
      return ApiResponse.Document.json(200, discovery.get());
    }
    Target target = Target.parse(path);
    user.demand(target.verb(request), target.kind(), target.namespace(), target.name());
    String name = target.name();
    return name == null ? ofAll(target, request) : ofOne(target, name, request);
  }

  private ApiResponse ofAll(Target target, ApiRequest request) {
    return switch (request.method()) {
      case "GET" ->
          request.isSet("watch") ? reads.watch(target, request) : reads.list(target, request);
      case "POST" -> writes.create(target, request);
      default -> throw Refusal.methodNotAllowed();
    };
  }

  private ApiResponse ofOne(Target target, String name, ApiRequest request) {
    if (target.subresource().equals("eviction")) {
      if (!request.method().equals("POST")) {
        throw Refusal.methodNotAllowed();
      }
      return writes.evict(target, name, request);
    }
    return switch (request.method()) {
      case "GET" -> reads.get(target, name, request);
      case "PUT" -> writes.replace(target, name, request);
      case "PATCH" -> writes.patch(target, name, request);
      case "DELETE" -> delete(target, name, request);
      default -> throw Refusal.methodNotAllowed();
    };
  }

  private ApiResponse delete(Target target, String name, ApiRequest request) {
    ApiResponse response = writes.delete(target, name, request);
    if (target.kind() == Kind.NODE && !request.isDryRun()) {
      controllers.forget(cluster, name);
    }
    return response;
  }

  private ApiResponse health(String path) {
    if (cluster.etcd().hasQuorum()) {
      return ApiResponse.Document.text(200, "ok");
    }
    String check = path.substring(1);
    return ApiResponse.Document.text(
        500, "[+]ping ok\n[-]etcd failed: reason withheld\n" + check + " check failed\n");
  }

  private ObjectNode version() {
    String version = cluster.kubernetesVersion();
    String[] parts = version.replaceFirst("^v", "").split("\\.", -1);
    return JsonNodeFactory.instance
        .objectNode()
        .put("major", parts[0])
        .put("minor", parts.length > 1 ? parts[1] : "")
        .put("gitVersion", version)
        .put("gitCommit", "simulated")
        .put("gitTreeState", "clean")
        .put("buildDate", "1970-01-01T00:00:00Z")
        .put("goVersion", "go1.25.0")
        .put("compiler", "gc")
        .put("platform", "linux/amd64");
  }

  /** Whether a Node is ready; while nobody answers, what was last heard holds. */
  Optional<Boolean> isReady(String node) {
    if (!cluster.etcd().hasQuorum()) {
      return Optional.of(true);
    }
    live();
    return store
        .find(Kind.NODE, null, node)
        .map(found -> Columns.nodeStatus(found).startsWith("Ready"));
  }

  /** The nodes as kubectl shows them, by name. */
  Map<String, String> states() {
    Map<String, String> states = new TreeMap<>();
    if (cluster.etcd().hasQuorum()) {
      live();
      store
          .list(Kind.NODE, null)
          .forEach(
              node -> states.put(node.at("/metadata/name").asText(), Columns.nodeStatus(node)));
    }
    return states;
  }
}
