package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.world.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Proxmox writes to the cloud-init drive. */
public final class CloudInit {
  private final Cluster cluster;

  public CloudInit(Cluster cluster) {
    this.cluster = cluster;
  }

  /** The operations. */
  public List<Operation> operations() {
    String path = "/nodes/{node}/qemu/{vmid}/cloudinit";
    return List.of(
        new Operation("GET", path, Set.of(), this::read),
        new Operation("PUT", path, Set.of(), this::regenerate),
        new Operation("GET", path + "/dump", Set.of("type"), this::dump));
  }

  private Vm audited(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Audit");
    return cluster.files().load(call.path("node"), call.vmid());
  }

  private List<Map<String, Object>> read(ApiCall call) {
    Vm vm = audited(call);
    List<Map<String, Object>> items = new ArrayList<>();
    new TreeMap<>(vm.config())
        .forEach(
            (key, value) -> {
              if (ConfigKeys.isCloudInit(key)) {
                items.add(
                    new JsonObject()
                        .with("key", key)
                        .with("value", VmStatus.shown(key, value))
                        .map());
              }
            });
    return items;
  }

  private @Nullable Object regenerate(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Config.Cloudinit");
    cluster
        .workers()
        .inline(
            call.path("node"),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> VmFiles.checkLock(cluster.files().load(worker.host(), call.vmid())));
            });
    return null;
  }

  private String dump(ApiCall call) {
    Vm vm = audited(call);
    return switch (call.required("type")) {
      case "user" -> userData(vm);
      case "network" -> networkData(vm);
      case "meta" -> "instance-id: " + VmFiles.digest(vm) + "\n";
      default ->
          throw ApiFailure.parameter(
              "type",
              "value '"
                  + call.required("type")
                  + "' does not have a value in the enumeration 'user, network, meta'");
    };
  }

  private static String userData(Vm vm) {
    StringBuilder text = new StringBuilder("#cloud-config\n");
    text.append("hostname: ").append(vm.name()).append('\n');
    text.append("manage_etc_hosts: true\n");
    String user = vm.config().get("ciuser");
    if (user != null) {
      text.append("user: ").append(user).append('\n');
    }
    return text.append("chpasswd:\n  expire: False\nusers:\n  - default\n").toString();
  }

  private static String networkData(Vm vm) {
    StringBuilder text = new StringBuilder("version: 1\nconfig:\n");
    new TreeMap<>(vm.config())
        .forEach(
            (key, value) -> {
              if (key.matches("net\\d+")) {
                String ip = vm.config().get("ipconfig" + key.substring(3));
                if (ip != null) {
                  networkInterface(text, key, NetworkDevice.parse(key, value), ip);
                }
              }
            });
    return text.toString();
  }

  private static void networkInterface(
      StringBuilder text, String key, NetworkDevice device, String ipconfig) {
    Map<String, String> ip = PropertyString.parse(key, ipconfig, "ip");
    text.append("    - type: physical\n      name: eth").append(key.substring(3));
    text.append("\n      mac_address: '").append(device.mac().toLowerCase(Locale.ROOT));
    text.append("'\n      subnets:\n");
    String address = ip.getOrDefault("ip", "dhcp");
    if (address.equals("dhcp")) {
      text.append("      - type: dhcp4\n");
      return;
    }
    text.append("      - type: static\n        address: '").append(address).append("'\n");
    String gateway = ip.get("gw");
    if (gateway != null) {
      text.append("        gateway: '").append(gateway).append("'\n");
    }
  }
}
