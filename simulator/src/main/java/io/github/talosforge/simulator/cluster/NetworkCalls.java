package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.Bridge;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Vnet;
import io.github.talosforge.simulator.world.World;
import io.github.talosforge.simulator.world.Zone;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bridges of hosts and vnets of the SDN; what the caller may not use is left out. */
public final class NetworkCalls {
  private static final Set<String> BRIDGES =
      Set.of("bridge", "any_bridge", "any_local_bridge", "include_sdn");
  private static final Set<String> VNETS = Set.of("vnet", "any_bridge", "include_sdn");

  private final World world;

  public NetworkCalls(World world) {
    this.world = world;
  }

  /** The operations. */
  public List<Operation> operations() {
    return List.of(
        new Operation("GET", "/nodes/{node}/network", Set.of("type"), this::interfaces),
        new Operation("GET", "/cluster/sdn/zones", Set.of("type"), this::zones),
        new Operation("GET", "/cluster/sdn/vnets", Set.of(), this::vnets));
  }

  private static boolean may(Principal principal, String path, String... privileges) {
    for (String privilege : privileges) {
      if (principal.has(path, privilege)) {
        return true;
      }
    }
    return false;
  }

  private List<Map<String, Object>> interfaces(ApiCall call) {
    Host host = world.hosts().get(call.path("node"));
    String type = call.optional("type");
    List<Map<String, Object>> result = new ArrayList<>();
    if (host == null) {
      return result;
    }
    if (type == null) {
      result.add(
          new JsonObject()
              .with("iface", "eno1")
              .with("type", "eth")
              .flag("active", true)
              .flag("exists", true)
              .with("method", "manual")
              .map());
    }
    if (type == null || BRIDGES.contains(type)) {
      bridges(call.principal(), host, result);
    }
    if (type != null && VNETS.contains(type)) {
      bridgedVnets(call.principal(), result);
    }
    return result;
  }

  private static void bridges(Principal principal, Host host, List<Map<String, Object>> result) {
    for (Bridge bridge : host.bridges()) {
      if (may(principal, "/sdn/zones/localnetwork/" + bridge.name(), "SDN.Audit", "SDN.Use")) {
        result.add(
            new JsonObject()
                .with("iface", bridge.name())
                .with("type", "bridge")
                .flag("active", true)
                .flag("autostart", true)
                .with("bridge_ports", "eno1")
                .ifTrue("bridge_vlan_aware", bridge.vlanAware())
                .with("method", "static")
                .with("cidr", host.address() + "/24")
                .with("address", host.address())
                .map());
      }
    }
  }

  private void bridgedVnets(Principal principal, List<Map<String, Object>> result) {
    for (Vnet vnet : world.vnets().values()) {
      String path = "/sdn/zones/" + vnet.zone() + "/" + vnet.vnet();
      if (may(principal, path, "SDN.Audit", "SDN.Use")) {
        result.add(
            new JsonObject()
                .with("iface", vnet.vnet())
                .with("type", "vnet")
                .flag("active", true)
                .map());
      }
    }
  }

  private List<Map<String, Object>> zones(ApiCall call) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (Zone zone : world.zones().values()) {
      boolean visible =
          may(call.principal(), "/sdn/zones/" + zone.zone(), "SDN.Audit", "SDN.Allocate");
      if (visible && call.text("type", zone.type()).equals(zone.type())) {
        result.add(new JsonObject().with("zone", zone.zone()).with("type", zone.type()).map());
      }
    }
    return result;
  }

  private List<Map<String, Object>> vnets(ApiCall call) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (Vnet vnet : world.vnets().values()) {
      String path = "/sdn/zones/" + vnet.zone() + "/" + vnet.vnet();
      if (may(call.principal(), path, "SDN.Audit", "SDN.Allocate")) {
        result.add(
            new JsonObject()
                .with("vnet", vnet.vnet())
                .with("zone", vnet.zone())
                .with("type", "vnet")
                .with("tag", vnet.tag() > 0 ? vnet.tag() : null)
                .with("alias", vnet.alias())
                .map());
      }
    }
    return result;
  }
}
