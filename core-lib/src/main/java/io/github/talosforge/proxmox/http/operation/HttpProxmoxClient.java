package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Access;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.Cluster;
import io.github.talosforge.proxmox.Hardware;
import io.github.talosforge.proxmox.HighAvailability;
import io.github.talosforge.proxmox.Host;
import io.github.talosforge.proxmox.HostSummary;
import io.github.talosforge.proxmox.Network;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.Pools;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ServerVersion;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.ApiTransport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The client on a transport. */
public final class HttpProxmoxClient implements ProxmoxClient {
  private final Calls calls;

  /** Makes a client on an open transport, which it closes. */
  public HttpProxmoxClient(ApiTransport transport) {
    this.calls = new Calls(transport);
  }

  @Override
  public ServerVersion version() {
    return calls.version();
  }

  @Override
  public Permissions permissions() {
    return permissions(ApiRequest.get("/access/permissions"));
  }

  @Override
  public Permissions permissions(String path) {
    return permissions(ApiRequest.get("/access/permissions").with("path", path));
  }

  private Permissions permissions(ApiRequest request) {
    Map<String, Map<String, Boolean>> byPath = new LinkedHashMap<>();
    AnswerNode answer = calls.call(request);
    answer
        .fields()
        .forEach(
            (path, granted) -> {
              Map<String, Boolean> privileges = new LinkedHashMap<>();
              granted.fields().keySet().forEach(name -> privileges.put(name, granted.flag(name)));
              byPath.put(path, privileges);
            });
    return new Permissions(byPath);
  }

  @Override
  public List<HostSummary> hosts() {
    return calls.list(ApiRequest.get("/nodes")).stream().map(HttpProxmoxClient::host).toList();
  }

  private static HostSummary host(AnswerNode node) {
    return new HostSummary(
        node.requiredText("node"),
        node.text("status").orElse("unknown"),
        node.number("maxcpu"),
        node.decimal("cpu"),
        node.number("maxmem"),
        node.number("mem"),
        node.number("uptime"),
        node.text("ssl_fingerprint"));
  }

  @Override
  public Cluster cluster() {
    return new HttpCluster(calls);
  }

  @Override
  public Host host(String name) {
    return new HttpHost(calls, name);
  }

  @Override
  public Storage storage(String host, String name) {
    return new HttpStorage(calls, host, name);
  }

  @Override
  public Vm vm(String host, int id) {
    return new HttpVm(calls, host, id);
  }

  @Override
  public Pools pools() {
    return new HttpPools(calls);
  }

  @Override
  public HighAvailability highAvailability() {
    return new HttpHighAvailability(calls);
  }

  @Override
  public Access access() {
    return new HttpAccess(calls);
  }

  @Override
  public Hardware hardware(String host) {
    return new HttpHardware(calls, host);
  }

  @Override
  public Network network(String host) {
    return new HttpNetwork(calls, host);
  }

  @Override
  public TaskHandle task(Upid upid) {
    return calls.transport().follow(upid);
  }

  @Override
  public ClientCounters counters() {
    return calls.transport().counters();
  }

  @Override
  public Optional<ClockReading> clock() {
    return calls.transport().clock();
  }

  @Override
  public void close() {
    calls.transport().close();
  }
}
