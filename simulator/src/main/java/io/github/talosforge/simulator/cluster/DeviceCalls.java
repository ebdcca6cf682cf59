package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.CpuModels;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.PciDevice;
import io.github.talosforge.simulator.world.PciMapping;
import io.github.talosforge.simulator.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Processor models and PCI devices of hosts, and the devices' mappings. */
public final class DeviceCalls {
  private static final String DEFAULT_BLACKLIST = "05;06;0b";
  private static final String[] ANY = {"Mapping.Audit", "Mapping.Use", "Mapping.Modify"};

  private final World world;

  public DeviceCalls(World world) {
    this.world = world;
  }

  /** The operations. */
  public List<Operation> operations() {
    String mapping = "/cluster/mapping/pci";
    Set<String> fields = Set.of("id", "map", "description", "mdev", "live-migration-capable");
    return List.of(
        new Operation(
            "GET",
            "/nodes/{node}/hardware/pci",
            Set.of("pci-class-blacklist", "verbose"),
            this::devices),
        new Operation("GET", "/nodes/{node}/capabilities/qemu/cpu", Set.of(), call -> cpuModels()),
        new Operation("GET", mapping, Set.of("check-node"), this::mappings),
        new Operation("POST", mapping, fields, this::create),
        new Operation("GET", mapping + "/{id}", Set.of(), this::mapping),
        new Operation("PUT", mapping + "/{id}", fields, this::update),
        new Operation("DELETE", mapping + "/{id}", Set.of(), this::delete));
  }

  private static List<Map<String, Object>> cpuModels() {
    return CpuModels.names().stream()
        .map(name -> new JsonObject().with("name", name).flag("custom", false).map())
        .toList();
  }

  private List<Map<String, Object>> devices(ApiCall call) {
    new Access(call.principal()).checkAny("/", "Sys.Audit", "Sys.Modify");
    Host host = world.hosts().get(call.path("node"));
    List<String> blacklist =
        Arrays.asList(call.text("pci-class-blacklist", DEFAULT_BLACKLIST).split("[;,]"));
    if (host == null) {
      return List.of();
    }
    return host.devices().stream()
        .filter(d -> blacklist.stream().noneMatch(hidden -> isClass(d, hidden)))
        .map(device -> shown(device, call.flag("verbose", true)))
        .toList();
  }

  private static boolean isClass(PciDevice device, String type) {
    return !type.isEmpty() && device.type().startsWith("0x" + type);
  }

  private static Map<String, Object> shown(PciDevice device, boolean verbose) {
    JsonObject shown = new JsonObject().with("id", device.id());
    if (verbose) {
      shown
          .with("vendor", device.vendor())
          .with("device", device.device())
          .with("class", device.type())
          .with("iommugroup", device.iommuGroup())
          .with("vendor_name", device.vendorName())
          .with("device_name", device.deviceName());
      String board = device.subsystem();
      if (board != null) {
        shown
            .with("subsystem_vendor", board.substring(0, board.indexOf(':')))
            .with("subsystem_device", board.substring(board.indexOf(':') + 1));
      }
    }
    return shown.map();
  }

  private static boolean visible(Principal principal, String id) {
    return Arrays.stream(ANY).anyMatch(p -> principal.has("/mapping/pci/" + id, p));
  }

  private List<Map<String, Object>> mappings(ApiCall call) {
    return world.mappings().values().stream()
        .filter(mapping -> visible(call.principal(), mapping.id()))
        .map(mapping -> checked(mapping, call.optional("check-node")))
        .toList();
  }

  /** With a host to look at, what is wrong with a mapping there is told too. */
  private Map<String, Object> checked(PciMapping mapping, @Nullable String node) {
    JsonObject shown = new JsonObject();
    shown(mapping).forEach(shown::with);
    Host host = node == null ? null : world.hosts().get(node);
    if (host != null) {
      shown.with("checks", checks(mapping, host));
    }
    return shown.map();
  }

  private static List<Map<String, Object>> checks(PciMapping mapping, Host host) {
    if (mapping.on(host.name()).isEmpty()) {
      return List.of(check("warning", "No mapping for node " + host.name() + "."));
    }
    return mapping.mismatches(host).stream()
        .map(words -> check("error", "Invalid configuration: " + words + "\n"))
        .toList();
  }

  private static Map<String, Object> check(String severity, String message) {
    return new JsonObject().with("severity", severity).with("message", message).map();
  }

  private Map<String, Object> shown(PciMapping mapping) {
    return new JsonObject()
        .with("id", mapping.id())
        .with("type", "pci")
        .with("description", mapping.description())
        .with("map", mapping.map())
        .ifTrue("mdev", mapping.mdev())
        .ifTrue("live-migration-capable", mapping.liveMigrationCapable())
        .with("digest", Digests.of(world.mappings().values()))
        .map();
  }

  private PciMapping require(String id) {
    PciMapping mapping = world.mappings().get(id);
    if (mapping == null) {
      throw ApiFailure.died("mapping '" + id + "' not found");
    }
    return mapping;
  }

  private Map<String, Object> mapping(ApiCall call) {
    String id = call.path("id");
    new Access(call.principal()).checkAny("/mapping/pci/" + id, ANY);
    return shown(require(id));
  }

  private @Nullable Object create(ApiCall call) {
    new Access(call.principal()).check("/mapping/pci", "Mapping.Modify");
    String id = call.required("id");
    if (world.mappings().containsKey(id)) {
      throw ApiFailure.died("create hardware mapping failed: pci ID '" + id + "' already defined");
    }
    world.mappings().put(id, changed(call, new PciMapping(id, null, List.of(), false, false)));
    return null;
  }

  private @Nullable Object update(ApiCall call) {
    String id = call.path("id");
    new Access(call.principal()).check("/mapping/pci/" + id, "Mapping.Modify");
    world.mappings().put(id, changed(call, require(id)));
    return null;
  }

  /** Property strings hold commas: only NUL separates the entries of the map. */
  private static PciMapping changed(ApiCall call, PciMapping old) {
    String map = call.optional("map");
    return new PciMapping(
        old.id(),
        call.given("description") ? call.optional("description") : old.description(),
        map == null ? old.map() : Arrays.asList(map.split("\0")),
        call.flag("mdev", old.mdev()),
        call.flag("live-migration-capable", old.liveMigrationCapable()));
  }

  private @Nullable Object delete(ApiCall call) {
    new Access(call.principal()).check("/mapping/pci", "Mapping.Modify");
    world.mappings().remove(call.path("id"));
    return null;
  }
}
