package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The guest agent: ping and network interfaces. */
public final class GuestAgent {
  private final Cluster cluster;
  private final GuestState guests;

  public GuestAgent(Cluster cluster) {
    this.cluster = cluster;
    this.guests = new GuestState(cluster);
  }

  /** The operations. */
  public List<Operation> operations() {
    String agent = "/nodes/{node}/qemu/{vmid}/agent/";
    return List.of(
        new Operation("POST", agent + "ping", Set.of(), this::ping),
        new Operation("GET", agent + "network-get-interfaces", Set.of(), this::interfaces));
  }

  private Vm answering(ApiCall call) {
    Access access = new Access(call.principal());
    String path = "/vms/" + call.vmid();
    if (cluster.world().personality().isNine()) {
      access.checkAny(path, "VM.GuestAgent.Audit", "VM.GuestAgent.Unrestricted");
    } else {
      access.check(path, "VM.Monitor");
    }
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    if (!GuestState.agentEnabled(vm)) {
      throw ApiFailure.died("No QEMU guest agent configured");
    }
    if (!vm.isRunning()) {
      throw ApiFailure.died("VM " + vm.id() + " is not running");
    }
    if (!guests.agentAnswers(vm)) {
      throw ApiFailure.died("QEMU guest agent is not running");
    }
    return vm;
  }

  private Map<String, Object> ping(ApiCall call) {
    answering(call);
    return Map.of("result", Map.of());
  }

  private Map<String, Object> interfaces(ApiCall call) {
    Vm vm = answering(call);
    List<Object> interfaces = new ArrayList<>();
    interfaces.add(networkInterface("lo", "00:00:00:00:00:00", "127.0.0.1", 8));
    new TreeMap<>(vm.config())
        .forEach(
            (key, value) -> {
              if (key.matches("net\\d+")) {
                interfaces.add(networkInterface(vm, key, NetworkDevice.parse(key, value)));
              }
            });
    return Map.of("result", interfaces);
  }

  private static Map<String, Object> networkInterface(Vm vm, String key, NetworkDevice device) {
    String number = key.substring("net".length());
    String ip =
        PropertyString.parse(
                "ipconfig" + number, vm.config().getOrDefault("ipconfig" + number, ""), "ip")
            .getOrDefault("ip", "dhcp");
    String mac = device.mac().toLowerCase(Locale.ROOT);
    int slash = ip.indexOf('/');
    return slash < 0
        ? networkInterface("eth" + number, mac, leased(mac), 24)
        : networkInterface(
            "eth" + number, mac, ip.substring(0, slash), Integer.parseInt(ip.substring(slash + 1)));
  }

  /** What DHCP gives out, always the same for one MAC address. */
  private static String leased(String mac) {
    int hash = mac.hashCode();
    return "192.168.1." + (100 + Math.floorMod(hash, 150));
  }

  private static Map<String, Object> networkInterface(
      String name, String mac, String address, int prefix) {
    return new JsonObject()
        .with("name", name)
        .with("hardware-address", mac)
        .with(
            "ip-addresses",
            List.of(Map.of("ip-address", address, "ip-address-type", "ipv4", "prefix", prefix)))
        .map();
  }
}
