package io.github.talosforge.simulator.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.SimulatorBuilder;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.talos.pki.Keys;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.GetRequest;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.ListRequest;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.ListResponse;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.Resource;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.StateGrpc;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.WatchOptions;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.WatchRequest;
import io.github.talosforge.simulator.talos.protocol.cosi.resource.WatchResponse;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfiguration;
import io.github.talosforge.simulator.talos.protocol.machine.ApplyConfigurationRequest;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapRequest;
import io.github.talosforge.simulator.talos.protocol.machine.MachineServiceGrpc;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A simulator with Talos VMs in it, and plain gRPC channels to them. */
final class TalosLab implements AutoCloseable {
  static final String SCHEMATIC =
      "ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515";
  static final String ENDPOINT = "https://192.168.7.10:6443";

  final Simulator simulator;
  final TestSecrets secrets;
  private final HttpClient http;
  private final List<ManagedChannel> channels = new ArrayList<>();

  private TalosLab(Simulator simulator, TestSecrets secrets) {
    this.simulator = simulator;
    this.secrets = secrets;
    this.http = HttpClient.newBuilder().sslContext(trusting(simulator.certificate())).build();
  }

  static TalosLab start(String version) {
    return start(Simulator.builder(), version, TestSecrets.create());
  }

  static TalosLab start(SimulatorBuilder builder, String version, TestSecrets secrets) {
    TalosLab lab = new TalosLab(builder.start(), secrets);
    lab.download(version, "nocloud-amd64.qcow2", "talos.qcow2");
    return lab;
  }

  static TalosLab again(SimulatorBuilder builder, TestSecrets secrets) {
    return new TalosLab(builder.start(), secrets);
  }

  void download(String version, String image, String file) {
    download(SCHEMATIC, version, image, file);
  }

  void download(String schematic, String version, String image, String file) {
    String content = file.endsWith(".iso") ? "iso" : "import";
    post(
        "/nodes/pve1/storage/local/download-url",
        Map.of(
            "content",
            content,
            "filename",
            file,
            "url",
            simulator.connection().factory()
                + "/image/"
                + schematic
                + "/"
                + version
                + "/"
                + image));
  }

  /** Makes and starts a VM that boots the nocloud image. */
  TalosLab vm(int vmid, String name, String address) {
    return vm(vmid, name, address, Map.of());
  }

  TalosLab vm(int vmid, String name, String address, Map<String, String> more) {
    create(vmid, name, address, more);
    start(vmid);
    return this;
  }

  void create(int vmid, String name, String address, Map<String, String> more) {
    java.util.TreeMap<String, String> config = new java.util.TreeMap<>();
    config.put("vmid", Integer.toString(vmid));
    config.put("name", name);
    config.put("memory", "4096");
    config.put("agent", "1");
    config.put("scsi0", "local-lvm:0,import-from=local:import/talos.qcow2");
    config.put("ide2", "local-lvm:cloudinit");
    config.put("boot", "order=scsi0");
    config.put("net0", "virtio,bridge=vmbr0");
    config.put("ipconfig0", "ip=" + address + "/24,gw=192.168.7.1");
    config.putAll(more);
    post("/nodes/pve1/qemu", config);
    send("PUT", "/nodes/pve1/qemu/" + vmid + "/resize", Map.of("disk", "scsi0", "size", "20G"));
  }

  void start(int vmid) {
    post("/nodes/pve1/qemu/" + vmid + "/status/start", Map.of());
  }

  void stop(int vmid) {
    post("/nodes/pve1/qemu/" + vmid + "/status/stop", Map.of());
  }

  String post(String path, Map<String, String> form) {
    return send("POST", path, form);
  }

  String send(String method, String path, Map<String, String> form) {
    String body =
        form.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(simulator.url() + "/api2/json" + path))
            .header("Authorization", "PVEAPIToken=" + simulator.token())
            .header("Content-Type", "application/x-www-form-urlencoded");
    request =
        method.equals("GET")
            ? request.GET()
            : request.method(method, HttpRequest.BodyPublishers.ofString(body));
    try {
      HttpResponse<String> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(path + ": " + response.statusCode() + response.body());
      }
      await(this::areTasksOver);
      return response.body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A cluster of three control planes and two workers, bootstrapped. */
  static TalosLab cluster(String version) {
    TalosLab lab = start(version);
    lab.fiveNodes();
    lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
    return lab;
  }

  void fiveNodes() {
    for (int i = 0; i < 5; i++) {
      boolean controlPlane = i < 3;
      vm(100 + i, (controlPlane ? "cp-" : "w-") + i, "192.168.7.1" + i);
    }
    for (int i = 0; i < 5; i++) {
      apply("192.168.7.1" + i, i < 3 ? secrets.controlPlane(ENDPOINT) : secrets.worker(ENDPOINT));
    }
  }

  ApplyConfiguration apply(String address, String config) {
    return insecure(address).applyConfiguration(request(config)).getMessages(0);
  }

  static ApplyConfigurationRequest request(String config) {
    return ApplyConfigurationRequest.newBuilder()
        .setData(ByteString.copyFromUtf8(config))
        .setMode(ApplyConfigurationRequest.Mode.AUTO)
        .build();
  }

  InetSocketAddress socket(String address) {
    return simulator
        .talos()
        .loopback(address, 50000)
        .orElseThrow(() -> new AssertionError("nobody answers at " + address));
  }

  Channel insecureChannel(String address) {
    return channel(
        address, SslContextBuilder.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE));
  }

  Channel secureChannel(String address, Identity client) {
    return channel(
        address,
        SslContextBuilder.forClient()
            .trustManager(secrets.os().identity().certificate())
            .keyManager(client.key(), client.certificate()));
  }

  private Channel channel(String address, SslContextBuilder tls) {
    try {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress(socket(address))
              .overrideAuthority("127.0.0.1")
              .sslContext(GrpcSslContexts.configure(tls, SslProvider.JDK).build())
              .build();
      channels.add(channel);
      return channel;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  MachineServiceGrpc.MachineServiceBlockingStub insecure(String address) {
    return MachineServiceGrpc.newBlockingStub(insecureChannel(address));
  }

  MachineServiceGrpc.MachineServiceBlockingStub admin(String address) {
    return as("os:admin", address);
  }

  MachineServiceGrpc.MachineServiceBlockingStub as(String role, String address) {
    return MachineServiceGrpc.newBlockingStub(secureChannel(address, secrets.client(role)));
  }

  String get(Channel channel, String namespace, String type, String id) {
    return StateGrpc.newBlockingStub(channel)
        .get(GetRequest.newBuilder().setNamespace(namespace).setType(type).setId(id).build())
        .getResource()
        .getSpec()
        .getYamlSpec();
  }

  List<Resource> list(Channel channel, String namespace, String type) {
    List<Resource> found = new ArrayList<>();
    StateGrpc.newBlockingStub(channel)
        .list(ListRequest.newBuilder().setNamespace(namespace).setType(type).build())
        .forEachRemaining((ListResponse r) -> found.add(r.getResource()));
    return found;
  }

  /** Begins a watch of all resources of a type and returns its first answers. */
  List<WatchResponse> watch(Channel channel, String namespace, String type, int answers) {
    Context.CancellableContext until = Context.current().withCancellation();
    Context before = until.attach();
    try {
      Iterator<WatchResponse> stream =
          StateGrpc.newBlockingStub(channel)
              .withDeadlineAfter(10, TimeUnit.MINUTES)
              .watch(
                  WatchRequest.newBuilder()
                      .setNamespace(namespace)
                      .setType(type)
                      .setOptions(WatchOptions.newBuilder().setBootstrapContents(true))
                      .build());
      return Stream.generate(stream::next).limit(answers).toList();
    } finally {
      until.detach(before);
      until.cancel(null);
    }
  }

  String stage(String address) {
    return get(
        secureChannel(address, secrets.client("os:reader")),
        "runtime",
        "MachineStatuses.runtime.talos.dev",
        "machine");
  }

  String version(String address) {
    return admin(address).version(Empty.getDefaultInstance()).getMessages(0).getVersion().getTag();
  }

  /** Waits in the world's own way until something is so: for simulations in which time passes. */
  void await(java.util.function.BooleanSupplier condition) {
    java.time.Instant limit = java.time.Instant.now().plusSeconds(600);
    simulator
        .world()
        .locked(
            () -> {
              while (!condition.getAsBoolean() && java.time.Instant.now().isBefore(limit)) {
                pause();
              }
              return true;
            });
  }

  private boolean areTasksOver() {
    return simulator.world().tasks().values().stream().allMatch(task -> task.exitStatus() != null);
  }

  private void pause() {
    try {
      simulator.world().awaitChange(java.time.Duration.ofMillis(200));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static Status failure(Supplier<?> call) {
    try {
      Object unused = call.get();
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
    throw new AssertionError("the call succeeded");
  }

  private static SSLContext trusting(String pem) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "simulator",
          java.security.cert.CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (java.security.GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static java.security.cert.X509Certificate certificate(String pem) {
    return Keys.certificate(pem);
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    simulator.close();
  }
}
