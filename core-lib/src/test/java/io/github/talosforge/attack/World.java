package io.github.talosforge.attack;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.Trust;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.secrets.Bundles;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.world.Vm;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A simulated Proxmox VE and the files of a cluster of one node, with whatever stands in them. */
final class World implements AutoCloseable {
  static final SecretsBundle SECRETS = Bundles.of(ClusterUid.of("0123456789abcdef"));

  private final Simulator simulator = Simulator.builder().hosts(1).timeScale(0).start();

  /** Writes a cluster file with these patches of all nodes and these lines. */
  String file(List<String> patches, List<String> lines) {
    String patched =
        patches.isEmpty()
            ? ""
            : patches.stream()
                .map(patch -> "    - " + patch + "\n")
                .collect(Collectors.joining("", "machine_patches:\n  all:\n", ""));
    return """
    cluster_name: demo
    cluster_uid: 0123456789abcdef
    talos_version: 1.12.4
    kubernetes_version: 1.35.0
    node_cidr: 192.168.22.0/24
    node_gateway: 192.168.22.1
    cluster_api_vip: 192.168.22.100
    proxmox_nodes: [pve1]
    proxmox_storage: local-zfs
    proxmox_image_storage: local
    %s"""
            .formatted(lines.stream().map(line -> line + "\n").collect(Collectors.joining()))
        + own("proxmox_api_url", simulator.url(), lines)
        + own("talos_factory_url", simulator.connection().factory(), lines)
        + own("dns_servers", "[192.168.22.1]", lines)
        + patched;
  }

  private static String own(String key, String value, List<String> lines) {
    return lines.stream().anyMatch(line -> line.startsWith(key + ":"))
        ? ""
        : key + ": " + value + "\n";
  }

  ClusterSession session(ClusterSpec spec) {
    String[] token = simulator.token().split("=", 2);
    ProxmoxConnection connection =
        ProxmoxConnection.to(ApiToken.of(token[0], token[1]), simulator.url())
            .withTrust(Trust.fingerprint(simulator.fingerprint()))
            .withDialer(Dialer.direct().loopbackOnly());
    return ClusterSession.over(spec, connection, RecordedClients::open);
  }

  TalosSession talos(ClusterSession session) {
    return HurriedSessions.talos(session, SECRETS, nodes());
  }

  Dialer nodes() {
    URI proxy = URI.create(simulator.proxy());
    return Dialer.direct().loopbackOnly().through(HttpProxy.of(proxy.getHost(), proxy.getPort()));
  }

  String token() {
    return simulator.token().split("=", 2)[1];
  }

  /** Has the next call of a kind refused with these words. */
  void refuse(String method, String path, String words) {
    simulator
        .faults()
        .add(FaultRule.on(CallPattern.of(method, path)).nth(1).failsBefore(400, words));
  }

  /** Puts a VM there that somebody else made. */
  void stranger(Map<String, String> config) {
    simulator
        .world()
        .locked(
            () -> {
              Vm vm = new Vm(100, "pve1");
              vm.config().putAll(config);
              vm.touch();
              simulator.world().vms().put(100, vm);
              simulator.world().touch();
              return vm;
            });
  }

  @Override
  public void close() {
    simulator.close();
  }
}
