package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Bridge;
import io.github.talosforge.proxmox.Network;
import io.github.talosforge.proxmox.Vnet;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;

/** Operations on networks. */
record HttpNetwork(Calls calls, String host) implements Network {
  @Override
  public List<Bridge> bridges() {
    ApiRequest request = ApiRequest.get("/nodes/{node}/network", host).with("type", "any_bridge");
    return calls.list(request).stream()
        .map(
            entry ->
                new Bridge(
                    entry.requiredText("iface"),
                    entry.text("type").orElse(""),
                    entry.flag("active"),
                    entry.flag("bridge_vlan_aware"),
                    entry.text("cidr"),
                    entry.text("comments").map(String::strip)))
        .toList();
  }

  @Override
  public List<Vnet> vnets() {
    return calls.list(ApiRequest.get("/cluster/sdn/vnets")).stream()
        .map(
            entry ->
                new Vnet(
                    entry.requiredText("vnet"),
                    entry.text("zone"),
                    entry.text("alias"),
                    entry.integer("tag"),
                    entry.flag("vlanaware")))
        .toList();
  }
}
