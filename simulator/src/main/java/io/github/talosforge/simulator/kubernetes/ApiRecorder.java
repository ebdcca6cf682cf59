package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.fault.ObservedCall;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import io.github.talosforge.simulator.talos.ClusterNode;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes each request down and lets go wrong with it what shall. */
final class ApiRecorder {
  private final World world;
  private final ClusterApi api;
  private final CallLog log;

  ApiRecorder(World world, ClusterApi api, CallLog log) {
    this.world = world;
    this.api = api;
    this.log = log;
  }

  /**
   * A request that came.
   *
   * @param request the request
   * @param at when
   * @param template its path with names replaced
   * @param vmids the VMs of the node that it names
   * @param due what goes wrong
   */
  record Arrived(
      ApiRequest request, Instant at, String template, Set<Integer> vmids, Faults.Due due) {}

  Arrived arrived(ApiRequest request) {
    Instant now = world.time().now();
    Target target = target(request.path());
    String template = target == null ? request.path() : target.template(request.path());
    Set<Integer> vmids = target == null ? Set.of() : vmids(target);
    Faults.Due due = log.begin(new ObservedCall(request.method(), template, vmids, null));
    return new Arrived(request, now, template, vmids, due);
  }

  private static @Nullable Target target(String path) {
    try {
      return Target.parse(path);
    } catch (Refusal notServed) {
      return null;
    }
  }

  private Set<Integer> vmids(Target target) {
    return target.kind() == Kind.NODE
        ? world.locked(
            () ->
                api.cluster().nodes().stream()
                    .filter(node -> node.hostname().equals(target.name()))
                    .map(ClusterNode::vmid)
                    .collect(Collectors.toSet()))
        : Set.of();
  }

  ApiResponse answer(Arrived call, Supplier<ApiResponse> real) {
    Optional<Fault> before = call.due().instead(Fault.Side.BEFORE);
    ApiResponse response = before.map(ApiRecorder::instead).orElseGet(real);
    if (before.isEmpty()) {
      response = call.due().instead(Fault.Side.AFTER).map(ApiRecorder::instead).orElse(response);
    }
    write(call, response);
    return response;
  }

  private static ApiResponse instead(Fault fault) {
    return fault instanceof Fault.Failure failure
        ? ApiResponse.Document.json(
            failure.status(),
            JsonNodeFactory.instance
                .objectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("message", failure.reason())
                .put("code", failure.status()))
        : new ApiResponse.Cut();
  }

  private void write(Arrived call, ApiResponse response) {
    Map<String, String> parameters = new LinkedHashMap<>(call.request().query());
    call.vmids().forEach(vmid -> parameters.put("vmid", Integer.toString(vmid)));
    Duration took = Duration.between(call.at(), world.time().now());
    log.journal()
        .add(
            number ->
                new RecordedCall(
                    number,
                    call.at(),
                    took,
                    "kubernetes",
                    call.request().method(),
                    call.request().path(),
                    call.template(),
                    parameters,
                    response.status(),
                    response.status() < 300 ? null : "status " + response.status(),
                    null,
                    call.due().names()));
  }
}
