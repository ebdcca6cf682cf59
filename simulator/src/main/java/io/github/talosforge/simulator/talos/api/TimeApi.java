package io.github.talosforge.simulator.talos.api;

import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.protocol.time.Time;
import io.github.talosforge.simulator.talos.protocol.time.TimeRequest;
import io.github.talosforge.simulator.talos.protocol.time.TimeResponse;
import io.github.talosforge.simulator.talos.protocol.time.TimeServiceGrpc;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.grpc.stub.StreamObserver;
import java.time.Instant;

/** Talos' TimeService. */
final class TimeApi extends TimeServiceGrpc.TimeServiceImplBase {
  private static final int OFF = 3600;

  private final TalosCalls calls;

  TimeApi(TalosCalls calls) {
    this.calls = calls;
  }

  @Override
  public void time(Empty request, StreamObserver<TimeResponse> out) {
    calls.answer(out, scope -> time(scope.machine(), "time.cloudflare.com"));
  }

  @Override
  public void timeCheck(TimeRequest request, StreamObserver<TimeResponse> out) {
    calls.answer(out, scope -> time(scope.machine(), request.getServer()));
  }

  private TimeResponse time(Machine machine, String server) {
    Instant now = calls.talos().world().time().now();
    boolean off = calls.talos().world().troubles().has(machine.vmid(), Trouble.CLOCK_OUT_OF_SYNC);
    return TimeResponse.newBuilder()
        .addMessages(
            Time.newBuilder()
                .setServer(server)
                .setLocaltime(stamp(off ? now.minusSeconds(OFF) : now))
                .setRemotetime(stamp(now)))
        .build();
  }

  private static Timestamp stamp(Instant time) {
    return Timestamp.newBuilder()
        .setSeconds(time.getEpochSecond())
        .setNanos(time.getNano())
        .build();
  }
}
