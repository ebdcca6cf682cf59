package io.github.talosforge.talos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.talos.client.TalosClients;
import io.github.talosforge.talos.protocol.common.Data;
import io.github.talosforge.talos.protocol.cosi.resource.ListRequest;
import io.github.talosforge.talos.protocol.cosi.resource.ListResponse;
import io.github.talosforge.talos.protocol.cosi.resource.StateGrpc;
import io.github.talosforge.talos.protocol.machine.EtcdSnapshotRequest;
import io.github.talosforge.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.talos.protocol.machine.ReadRequest;
import io.github.talosforge.talos.protocol.time.Time;
import io.github.talosforge.talos.protocol.time.TimeResponse;
import io.github.talosforge.talos.protocol.time.TimeServiceGrpc;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams that never end, drip or break, and answers that are none, end with a sentence. */
class EndlessMachineTest {
  private static final Data PIECE =
      Data.newBuilder().setBytes(ByteString.copyFrom(new byte[1 << 20])).build();

  /** What is refused for its length is refused before this is over, on any machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final TestAuthority authority = new TestAuthority();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final TalosClient client = client(PATIENCE);

  private TalosClient client(Duration read) {
    return TalosClients.open(
        TalosConnection.direct()
            .withDialer(Dialer.direct().loopbackOnly())
            .withCredentials(authority.client())
            .withTimeouts(PATIENCE, read));
  }

  @AfterEach
  void close() {
    client.close();
    clock.shutdownNow();
  }

  private static TalosException failure(Runnable call) {
    return catchThrowableOfType(TalosException.class, call::run);
  }

  /** Sends as fast as the client reads, until it is told to stop. */
  private <A> void withoutEnd(StreamObserver<A> observer, A piece) {
    ServerCallStreamObserver<A> to = (ServerCallStreamObserver<A>) observer;
    to.setOnCancelHandler(cancelled::countDown);
    to.setOnReadyHandler(
        () -> {
          while (to.isReady()) {
            to.onNext(piece);
          }
        });
  }

  private final class Endless extends MachineServiceGrpc.MachineServiceImplBase {
    @Override
    public void kubeconfig(Empty request, StreamObserver<Data> to) {
      withoutEnd(to, PIECE);
    }
  }

  private final class Snapshots extends MachineServiceGrpc.MachineServiceImplBase {
    private final boolean endless;

    Snapshots(boolean endless) {
      this.endless = endless;
    }

    @Override
    public void etcdSnapshot(EtcdSnapshotRequest request, StreamObserver<Data> to) {
      if (endless) {
        withoutEnd(to, PIECE);
      } else {
        to.onNext(PIECE);
      }
    }
  }

  @Test
  void aSnapshotWithoutEndIsRefusedAndTheMachineToldToStop() throws InterruptedException {
    AtomicInteger pieces = new AtomicInteger();
    try (FakeTalos machine = FakeTalos.configured(authority, new Snapshots(true))) {
      TalosNode node = client.node(machine.endpoint());
      assertThat(failure(() -> node.etcdSnapshot(40L << 20, piece -> pieces.incrementAndGet())))
          .hasMessageStartingWith("EtcdSnapshot on " + machine.endpoint())
          .hasMessageContaining("it sent more than 40 MiB.");
      cancelled.await();
      assertThat(pieces).hasValue(39);
    }
  }

  @Test
  void aSnapshotThatStopsIsGivenUpWithWhatCameOfIt() {
    AtomicInteger pieces = new AtomicInteger();
    try (FakeTalos machine = FakeTalos.configured(authority, new Snapshots(false));
        TalosClient impatient = client(Duration.ofSeconds(1))) {
      TalosNode node = impatient.node(machine.endpoint());
      TalosException told =
          failure(() -> node.etcdSnapshot(40L << 20, piece -> pieces.incrementAndGet()));
      assertThat(told.kind()).isEqualTo(TalosException.Kind.TIMEOUT);
      assertThat(told).hasMessageContaining("it sent nothing for 1 s.");
      assertThat(pieces).hasValueLessThan(2);
    }
  }

  private final class Nothings extends StateGrpc.StateImplBase {
    @Override
    public void list(ListRequest request, StreamObserver<ListResponse> to) {
      withoutEnd(to, ListResponse.getDefaultInstance());
    }
  }

  @Test
  void aStreamWithoutEndIsRefusedAndTheMachineToldToStop() throws InterruptedException {
    try (FakeTalos machine = FakeTalos.configured(authority, new Endless())) {
      TalosException told = failure(client.node(machine.endpoint())::kubeconfig);

      assertThat(told.kind()).isEqualTo(TalosException.Kind.SERVER);
      assertThat(told.getMessage())
          .startsWith("Kubeconfig on " + machine.endpoint() + " failed: it sent more than 32 MiB.");
      assertThat(told.suggestion()).isPresent();
      cancelled.await();
    }
  }

  @Test
  void aListOfNothingsWithoutEndIsRefused() {
    try (FakeTalos machine = FakeTalos.configured(authority, new Nothings())) {
      assertThat(failure(client.node(machine.endpoint())::members))
          .hasMessageContaining("it sent more than 32 MiB.");
    }
  }

  private final class Drip extends MachineServiceGrpc.MachineServiceImplBase {
    @Override
    public void read(ReadRequest request, StreamObserver<Data> observer) {
      ServerCallStreamObserver<Data> to = (ServerCallStreamObserver<Data>) observer;
      Data drop = Data.newBuilder().setBytes(ByteString.copyFromUtf8("x")).build();
      ScheduledFuture<?> drops =
          clock.scheduleAtFixedRate(() -> to.onNext(drop), 0, 50, TimeUnit.MILLISECONDS);
      to.setOnCancelHandler(() -> drops.cancel(false));
    }
  }

  @Test
  void aDripIsGivenUp() {
    try (FakeTalos machine = FakeTalos.configured(authority, new Drip());
        TalosClient impatient = client(Duration.ofSeconds(1))) {
      TalosException told = failure(impatient.node(machine.endpoint())::bootId);

      // Where even the connection takes longer, that is what is said.
      assertThat(told.kind()).isEqualTo(TalosException.Kind.TIMEOUT);
    }
  }

  private static final class BrokenOnce extends MachineServiceGrpc.MachineServiceImplBase {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public void read(ReadRequest request, StreamObserver<Data> to) {
      to.onNext(Data.newBuilder().setBytes(ByteString.copyFromUtf8("1f2e")).build());
      if (calls.incrementAndGet() == 1) {
        to.onError(Status.UNAVAILABLE.withDescription("going down").asRuntimeException());
        return;
      }
      to.onNext(Data.newBuilder().setBytes(ByteString.copyFromUtf8("-3d4c\n")).build());
      to.onCompleted();
    }
  }

  @Test
  void aStreamThatBrokeIsReadAgainFromItsBeginning() {
    try (FakeTalos machine = FakeTalos.configured(authority, new BrokenOnce())) {
      assertThat(client.node(machine.endpoint()).bootId()).isEqualTo("1f2e-3d4c");
    }
  }

  @Test
  void anAnswerThatIsNoMessageIsNotTakenForAnInterruption() {
    RawService service = new RawService(MachineServiceGrpc.getServiceDescriptor());
    service.answer(MachineServiceGrpc.getVersionMethod(), new byte[] {-1, -1, -1});
    try (FakeTalos machine = FakeTalos.configured(authority, service)) {
      TalosException told = failure(client.node(machine.endpoint())::version);

      assertThat(told.kind()).isEqualTo(TalosException.Kind.SERVER);
      assertThat(told)
          .hasMessageContaining("Version on " + machine.endpoint() + " failed: its answer is not");
    }
  }

  private static final class EndOfTime extends TimeServiceGrpc.TimeServiceImplBase {
    @Override
    public void time(Empty request, StreamObserver<TimeResponse> to) {
      Timestamp never = Timestamp.newBuilder().setSeconds(Long.MAX_VALUE).build();
      to.onNext(
          TimeResponse.newBuilder().addMessages(Time.newBuilder().setLocaltime(never)).build());
      to.onCompleted();
    }
  }

  @Test
  void aTimeThatNoCalendarHasIsRefused() {
    try (FakeTalos machine = FakeTalos.configured(authority, new EndOfTime())) {
      assertThat(failure(client.node(machine.endpoint())::clock))
          .hasMessageContaining("Time on " + machine.endpoint() + " failed: it tells a time");
    }
  }
}
