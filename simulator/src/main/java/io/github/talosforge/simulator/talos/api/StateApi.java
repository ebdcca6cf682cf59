package io.github.talosforge.simulator.talos.api;

import static io.github.talosforge.simulator.talos.api.TalosCalls.failed;

import com.google.protobuf.Timestamp;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.Event;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.EventType;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.GetRequest;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.GetResponse;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.ListRequest;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.ListResponse;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.Metadata;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.Resource;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.Spec;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.StateGrpc;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.WatchRequest;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.WatchResponse;
import io.github.talosforge.simulator.talos.resource.NodeResource;
import io.github.talosforge.simulator.talos.resource.NodeResources;
import io.github.talosforge.simulator.talos.resource.ResourceType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** COSI's State service: reads of a node's resources. */
final class StateApi extends StateGrpc.StateImplBase {
  private final TalosCalls calls;
  private final NodeResources resources;

  StateApi(TalosCalls calls) {
    this.calls = calls;
    resources = new NodeResources(calls.talos());
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetResponse> out) {
    calls.answer(
        out,
        scope ->
            list(scope, request.getNamespace(), request.getType()).stream()
                .filter(found -> found.id().equals(request.getId()))
                .findFirst()
                .map(found -> GetResponse.newBuilder().setResource(message(scope, found)).build())
                .orElseThrow(() -> missing(request)));
  }

  private static StatusRuntimeException missing(GetRequest request) {
    return failed(
        Status.NOT_FOUND,
        "resource "
            + request.getType()
            + "("
            + request.getNamespace()
            + "/"
            + request.getId()
            + "@undefined) doesn't exist");
  }

  @Override
  public void list(ListRequest request, StreamObserver<ListResponse> out) {
    calls.stream(
        out,
        scope ->
            list(scope, request.getNamespace(), request.getType()).stream()
                .map(found -> ListResponse.newBuilder().setResource(message(scope, found)).build())
                .toList());
  }

  private List<NodeResource> list(CallScope scope, String namespace, String name) {
    ResourceType type =
        ResourceType.find(namespace, name, scope.machine().image().version().minor())
            .orElseThrow(
                () ->
                    failed(
                        Status.PERMISSION_DENIED,
                        "access denied: \"" + name + "\" is not available"));
    if (type.isSensitive() && !scope.isAdmin()) {
      throw failed(Status.PERMISSION_DENIED, "not authorized");
    }
    return resources.list(scope.machine(), type);
  }

  private Resource message(CallScope scope, NodeResource resource) {
    Machine machine = scope.machine();
    Timestamp booted =
        Timestamp.newBuilder().setSeconds(machine.bootedAt().getEpochSecond()).build();
    return Resource.newBuilder()
        .setMetadata(
            Metadata.newBuilder()
                .setNamespace(resource.namespace())
                .setType(resource.type())
                .setId(resource.id())
                .setVersion(Integer.toString(1 + Math.floorMod(resource.yaml().hashCode(), 1000)))
                .setPhase("running")
                .setCreated(booted)
                .setUpdated(booted))
        .setSpec(Spec.newBuilder().setYamlSpec(resource.yaml()).setProtoSpec(resource.proto()))
        .build();
  }

  @Override
  public void watch(WatchRequest request, StreamObserver<WatchResponse> out) {
    CallScope scope = CallScope.current();
    Map<String, Resource> known = new LinkedHashMap<>();
    try {
      List<WatchResponse> first = calls.run(s -> List.of(begin(s, request, known)));
      // Clients in Go throw the first answer away: it says that the watch has begun, no more.
      out.onNext(WatchResponse.getDefaultInstance());
      first.stream().filter(r -> r.getEventCount() > 0).forEach(out::onNext);
    } catch (StatusRuntimeException e) {
      out.onError(e);
      return;
    }
    Subscription.start(
        calls.talos(),
        out,
        () -> {
          List<Event> changes = changes(scope, request, known);
          return changes.isEmpty() ? List.of() : List.of(response(changes));
        });
  }

  private static WatchResponse response(List<Event> events) {
    return WatchResponse.newBuilder().addAllEvent(events).build();
  }

  /** A watch of one resource starts with it; a watch of all with its contents, when wanted. */
  private WatchResponse begin(CallScope scope, WatchRequest request, Map<String, Resource> known) {
    List<Event> events = changes(scope, request, known);
    if (request.hasId()) {
      if (events.isEmpty()) {
        Resource none =
            Resource.newBuilder()
                .setMetadata(
                    Metadata.newBuilder()
                        .setNamespace(request.getNamespace())
                        .setType(request.getType())
                        .setId(request.getId())
                        .setVersion("undefined")
                        .setPhase("running"))
                .setSpec(Spec.getDefaultInstance())
                .build();
        return response(List.of(event(EventType.DESTROYED, none)));
      }
      return response(events);
    }
    if (!request.getOptions().getBootstrapContents()) {
      return WatchResponse.getDefaultInstance();
    }
    List<Event> contents = new ArrayList<>(events);
    if (request.getApiVersion() >= 1) {
      contents.add(Event.newBuilder().setEventType(EventType.BOOTSTRAPPED).build());
    }
    return response(contents);
  }

  private static Event event(EventType type, Resource resource) {
    return Event.newBuilder().setEventType(type).setResource(resource).build();
  }

  private List<Event> changes(CallScope scope, WatchRequest request, Map<String, Resource> known) {
    Map<String, Resource> now = new LinkedHashMap<>();
    list(scope, request.getNamespace(), request.getType()).stream()
        .filter(found -> !request.hasId() || found.id().equals(request.getId()))
        .forEach(found -> now.put(found.id(), message(scope, found)));
    List<Event> events = new ArrayList<>();
    now.forEach((id, resource) -> change(known.get(id), resource).ifPresent(events::add));
    known.forEach(
        (id, resource) -> {
          if (!now.containsKey(id)) {
            events.add(event(EventType.DESTROYED, resource));
          }
        });
    known.clear();
    known.putAll(now);
    return events;
  }

  private static Optional<Event> change(
      @org.jspecify.annotations.Nullable Resource before, Resource now) {
    if (before == null) {
      return Optional.of(event(EventType.CREATED, now));
    }
    return before.getSpec().equals(now.getSpec())
        ? Optional.empty()
        : Optional.of(
            Event.newBuilder()
                .setEventType(EventType.UPDATED)
                .setResource(now)
                .setOld(before)
                .build());
  }
}
