package io.github.talosforge.simulator.talos.api;

import com.google.protobuf.Any;
import com.google.protobuf.MessageLite;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeEvent;
import io.github.talosforge.simulator.talos.Stage;
import io.github.talosforge.simulator.talos.protocol.machine.Event;
import io.github.talosforge.simulator.talos.protocol.machine.EventsRequest;
import io.github.talosforge.simulator.talos.protocol.machine.MachineStatusEvent;
import io.github.talosforge.simulator.talos.protocol.machine.SequenceEvent;
import io.github.talosforge.simulator.talos.protocol.machine.TaskEvent;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The stream of a node's events. */
final class EventStream {
  private final TalosCalls calls;

  EventStream(TalosCalls calls) {
    this.calls = calls;
  }

  void open(EventsRequest request, StreamObserver<Event> out) {
    Machine machine = CallScope.current().machine();
    out.onNext(
        Event.newBuilder()
            .setData(Any.getDefaultInstance())
            .setActorId(request.getWithActorId())
            .build());
    long[] sent = {first(machine, request)};
    Subscription.start(
        calls.talos(),
        out,
        () -> {
          List<Event> news = new ArrayList<>();
          for (NodeEvent event : machine.events()) {
            if (event.number() > sent[0]) {
              sent[0] = event.number();
              if (request.getWithActorId().isEmpty()
                  || request.getWithActorId().equals(event.actor())) {
                news.add(message(event));
              }
            }
          }
          return news;
        });
  }

  /** The number of the last event that is not sent. */
  private long first(Machine machine, EventsRequest request) {
    return calls
        .talos()
        .world()
        .locked(
            () -> {
              List<NodeEvent> events = machine.events();
              long last = events.isEmpty() ? 0 : events.get(events.size() - 1).number();
              int tail = request.getTailEvents();
              return tail < 0 ? 0L : Math.max(0, last - tail);
            });
  }

  private static Event message(NodeEvent event) {
    return Event.newBuilder()
        .setId(String.format(Locale.ROOT, "%020d", event.number()))
        .setActorId(event.actor())
        .setData(data(event))
        .build();
  }

  private static Any data(NodeEvent event) {
    return switch (event.kind()) {
      case SEQUENCE ->
          packed(
              "machine.SequenceEvent",
              SequenceEvent.newBuilder()
                  .setSequence(event.name())
                  .setAction(
                      event.started() ? SequenceEvent.Action.START : SequenceEvent.Action.STOP)
                  .build());
      case TASK ->
          packed(
              "machine.TaskEvent",
              TaskEvent.newBuilder()
                  .setTask(event.name())
                  .setAction(event.started() ? TaskEvent.Action.START : TaskEvent.Action.STOP)
                  .build());
      case STAGE ->
          packed(
              "machine.MachineStatusEvent",
              MachineStatusEvent.newBuilder()
                  .setStageValue(Stage.valueOf(event.name()).number())
                  .setStatus(
                      MachineStatusEvent.MachineStatus.newBuilder().setReady(event.started()))
                  .build());
    };
  }

  private static Any packed(String type, MessageLite message) {
    return Any.newBuilder()
        .setTypeUrl("talos/runtime/" + type)
        .setValue(message.toByteString())
        .build();
  }
}
