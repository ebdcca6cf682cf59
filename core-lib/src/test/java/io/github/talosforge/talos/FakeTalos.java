package io.github.talosforge.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import io.github.talosforge.talos.protocol.common.Data;
import io.github.talosforge.talos.protocol.cosi.resource.GetRequest;
import io.github.talosforge.talos.protocol.cosi.resource.GetResponse;
import io.github.talosforge.talos.protocol.cosi.resource.ListRequest;
import io.github.talosforge.talos.protocol.cosi.resource.ListResponse;
import io.github.talosforge.talos.protocol.cosi.resource.Metadata;
import io.github.talosforge.talos.protocol.cosi.resource.Resource;
import io.github.talosforge.talos.protocol.cosi.resource.Spec;
import io.github.talosforge.talos.protocol.cosi.resource.StateGrpc;
import io.github.talosforge.talos.protocol.machine.ApplyConfiguration;
import io.github.talosforge.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.talos.protocol.machine.ApplyConfigurationResponse;
import io.github.talosforge.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.talos.protocol.machine.BootstrapResponse;
import io.github.talosforge.talos.protocol.machine.MachineServiceGrpc;
import io.github.talosforge.talos.protocol.machine.RebootRequest;
import io.github.talosforge.talos.protocol.machine.RebootResponse;
import io.github.talosforge.talos.protocol.machine.ServiceInfo;
import io.github.talosforge.talos.protocol.machine.ServiceList;
import io.github.talosforge.talos.protocol.machine.ServiceListResponse;
import io.github.talosforge.talos.protocol.machine.UpgradeRequest;
import io.github.talosforge.talos.protocol.machine.UpgradeResponse;
import io.github.talosforge.talos.protocol.machine.Version;
import io.github.talosforge.talos.protocol.machine.VersionInfo;
import io.github.talosforge.talos.protocol.machine.VersionResponse;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.KeyManager;

/** A machine that answers what a test tells it, over TLS on loopback. */
public final class FakeTalos implements AutoCloseable {
  private final Server server;
  private final Fingerprint fingerprint;
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final Map<String, String> resources = new ConcurrentHashMap<>();
  private final Map<String, Status> refusals = new ConcurrentHashMap<>();
  private final Map<String, String> services = new ConcurrentHashMap<>();
  private volatile ByteString kubeconfig = ByteString.EMPTY;
  private volatile ApplyConfigurationRequest configuration =
      ApplyConfigurationRequest.getDefaultInstance();

  private FakeTalos(
      int port, TestAuthority.Machine machine, ServerCredentials tls, List<BindableService> more) {
    fingerprint = machine.fingerprint();
    OkHttpServerBuilder builder =
        OkHttpServerBuilder.forPort(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), tls);
    builder.addService(new MachineCalls());
    builder.addService(new StateCalls());
    more.forEach(builder::addService);
    try {
      server = builder.maxInboundMessageSize(32 * 1024 * 1024).build().start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static FakeTalos configured(TestAuthority authority, BindableService... more) {
    return configured(0, authority, more);
  }

  public static FakeTalos configured(int port, TestAuthority authority, BindableService... more) {
    TestAuthority.Machine machine = authority.machine();
    FakeTalos fake =
        new FakeTalos(
            port,
            machine,
            TlsServerCredentials.newBuilder()
                .keyManager(machine.keys().toArray(KeyManager[]::new))
                .trustManager(authority.clients())
                .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                .build(),
            List.of(more));
    fake.stage("running");
    return fake;
  }

  public static FakeTalos maintenance() {
    return maintenance(0);
  }

  public static FakeTalos maintenance(int port) {
    TestAuthority.Machine machine = new TestAuthority().machine();
    FakeTalos fake =
        new FakeTalos(
            port,
            machine,
            TlsServerCredentials.newBuilder()
                .keyManager(machine.keys().toArray(KeyManager[]::new))
                .build(),
            List.of());
    fake.stage("maintenance");
    fake.refuse(
        "Version",
        Status.UNIMPLEMENTED.withDescription("API is not implemented in maintenance mode"));
    return fake;
  }

  public int port() {
    return server.getPort();
  }

  public TalosEndpoint endpoint() {
    return new TalosEndpoint("127.0.0.1", port());
  }

  public Fingerprint fingerprint() {
    return fingerprint;
  }

  public List<String> heard() {
    return List.copyOf(heard);
  }

  public ApplyConfigurationRequest configuration() {
    return configuration;
  }

  public void stage(String stage) {
    resource(
        "MachineStatuses.runtime.talos.dev/machine",
        "stage: " + stage + "\nstatus:\n    ready: true\n    unmetConditions: []\n");
  }

  public void resource(String name, String yaml) {
    resources.put(name, yaml);
  }

  public void refuse(String call, Status status) {
    refusals.put(call, status);
  }

  /** Takes a refusal back. */
  public void allow(String call) {
    refusals.remove(call);
  }

  public void service(String id, String state) {
    services.put(id, state);
  }

  public void kubeconfig(byte[] archive) {
    kubeconfig = ByteString.copyFrom(archive);
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <A> void answer(String call, StreamObserver<A> to, Function<String, A> answer) {
    heard.add(call);
    Status refusal = refusals.get(call);
    if (refusal != null) {
      to.onError(refusal.asRuntimeException());
      return;
    }
    to.onNext(answer.apply(call));
    to.onCompleted();
  }

  private static Resource resource(String type, String id, String yaml) {
    return Resource.newBuilder()
        .setMetadata(Metadata.newBuilder().setType(type).setId(id).setVersion("1"))
        .setSpec(Spec.newBuilder().setYamlSpec(yaml))
        .build();
  }

  private final class MachineCalls extends MachineServiceGrpc.MachineServiceImplBase {
    @Override
    public void version(Empty request, StreamObserver<VersionResponse> to) {
      VersionInfo info = VersionInfo.newBuilder().setTag("v1.12.4").setArch("amd64").build();
      answer(
          "Version",
          to,
          call ->
              VersionResponse.newBuilder()
                  .addMessages(Version.newBuilder().setVersion(info))
                  .build());
    }

    @Override
    public void applyConfiguration(
        ApplyConfigurationRequest request, StreamObserver<ApplyConfigurationResponse> to) {
      configuration = request;
      answer(
          "ApplyConfiguration",
          to,
          call ->
              ApplyConfigurationResponse.newBuilder()
                  .addMessages(
                      ApplyConfiguration.newBuilder()
                          .setMode(request.getMode())
                          .setModeDetails("applied")
                          .addWarnings("a warning"))
                  .build());
    }

    @Override
    public void bootstrap(BootstrapRequest request, StreamObserver<BootstrapResponse> to) {
      answer("Bootstrap", to, call -> BootstrapResponse.getDefaultInstance());
    }

    @Override
    public void reboot(RebootRequest request, StreamObserver<RebootResponse> to) {
      answer("Reboot", to, call -> RebootResponse.getDefaultInstance());
    }

    @Override
    public void upgrade(UpgradeRequest request, StreamObserver<UpgradeResponse> to) {
      answer("Upgrade", to, call -> UpgradeResponse.getDefaultInstance());
    }

    @Override
    public void serviceList(Empty request, StreamObserver<ServiceListResponse> to) {
      ServiceList.Builder list = ServiceList.newBuilder();
      services.forEach(
          (id, state) -> list.addServices(ServiceInfo.newBuilder().setId(id).setState(state)));
      answer("ServiceList", to, call -> ServiceListResponse.newBuilder().addMessages(list).build());
    }

    @Override
    public void kubeconfig(Empty request, StreamObserver<Data> to) {
      answer("Kubeconfig", to, call -> Data.newBuilder().setBytes(kubeconfig).build());
    }
  }

  private final class StateCalls extends StateGrpc.StateImplBase {
    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> to) {
      String yaml = resources.get(request.getType() + "/" + request.getId());
      if (yaml == null) {
        heard.add("Get");
        to.onError(Status.NOT_FOUND.withDescription("no such resource").asRuntimeException());
        return;
      }
      answer(
          "Get",
          to,
          call ->
              GetResponse.newBuilder()
                  .setResource(resource(request.getType(), request.getId(), yaml))
                  .build());
    }

    @Override
    public void list(ListRequest request, StreamObserver<ListResponse> to) {
      heard.add("List");
      resources.forEach(
          (name, yaml) -> {
            if (name.startsWith(request.getType() + "/")) {
              String id = name.substring(name.indexOf('/') + 1);
              to.onNext(
                  ListResponse.newBuilder()
                      .setResource(resource(request.getType(), id, yaml))
                      .build());
            }
          });
      to.onCompleted();
    }
  }
}
