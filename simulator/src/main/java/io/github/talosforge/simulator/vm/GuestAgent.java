package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.Vm;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The guest agent: ping and network interfaces. */
public final class GuestAgent {
  private final Cluster cluster;
  private final GuestState guests;
  private final GuestHardware hardware;

  public GuestAgent(Cluster cluster) {
    this.cluster = cluster;
    this.guests = new GuestState(cluster);
    this.hardware = new GuestHardware(cluster);
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
    List<GuestModel.Interface> interfaces =
        cluster
            .guests()
            .report(vm.id())
            .map(GuestModel.Report::interfaces)
            .orElseGet(() -> hardware.interfaces(vm));
    return Map.of("result", interfaces.stream().map(GuestAgent::shown).toList());
  }

  private static Map<String, Object> shown(GuestModel.Interface link) {
    return new JsonObject()
        .with("name", link.name())
        .with("hardware-address", link.mac())
        .with("ip-addresses", link.addresses().stream().map(GuestAgent::address).toList())
        .map();
  }

  private static Map<String, Object> address(String cidr) {
    int slash = cidr.indexOf('/');
    String ip = cidr.substring(0, slash);
    return Map.of(
        "ip-address",
        ip,
        "ip-address-type",
        ip.contains(":") ? "ipv6" : "ipv4",
        "prefix",
        Integer.parseInt(cidr.substring(slash + 1)));
  }
}
