package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.TagRights;
import io.github.talosforge.simulator.vm.VmStatus;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Version, the next free id, the cluster and its hosts. */
public final class ClusterCalls {
  private static final String TAG_ACCESS = "user-tag-access";
  private static final int FIRST_ID = 100;
  private static final int LAST_ID = 1_000_000;

  private final World world;
  private final Pvestatd pvestatd;
  private final HostUsage usage;

  public ClusterCalls(Cluster cluster, Pvestatd pvestatd) {
    this.world = cluster.world();
    this.pvestatd = pvestatd;
    this.usage = new HostUsage(world, new VmStatus(cluster));
  }

  /** The operations. */
  public List<Operation> operations() {
    return List.of(
        new Operation("GET", "/version", Set.of(), call -> version()),
        new Operation("GET", "/cluster/nextid", Set.of("vmid"), this::nextId),
        new Operation("GET", "/cluster/status", Set.of(), this::status),
        new Operation("GET", "/cluster/options", Set.of(), this::options),
        new Operation("PUT", "/cluster/options", Set.of(TAG_ACCESS, "delete"), this::changeOptions),
        new Operation("GET", "/nodes", Set.of(), this::hosts),
        new Operation("GET", "/nodes/{node}/lxc", Set.of(), call -> List.of()),
        new Operation("GET", "/nodes/{node}/status", Set.of(), this::host),
        new Operation("GET", "/nodes/{node}/version", Set.of(), call -> version()),
        new Operation("GET", "/nodes/{node}/dns", Set.of(), call -> dns()),
        new Operation("GET", "/nodes/{node}/time", Set.of(), call -> time()),
        new Operation("GET", "/nodes/{node}/hosts", Set.of(), call -> hostsFile()));
  }

  private Map<String, Object> version() {
    Personality release = world.personality();
    return new JsonObject()
        .with("version", release.version())
        .with("release", release.release())
        .with("repoid", release.repositoryId())
        .map();
  }

  private static Map<String, Object> dns() {
    return new JsonObject().with("search", "example.org").with("dns1", "192.168.1.1").map();
  }

  private Map<String, Object> time() {
    long seconds = world.now().getEpochSecond();
    return new JsonObject()
        .with("timezone", "UTC")
        .with("time", seconds)
        .with("localtime", seconds)
        .map();
  }

  private Map<String, Object> hostsFile() {
    StringBuilder file = new StringBuilder("127.0.0.1 localhost.localdomain localhost\n");
    for (Host host : world.hosts().values()) {
      file.append(host.address()).append(' ').append(host.name()).append(".example.org ");
      file.append(host.name()).append('\n');
    }
    return new JsonObject().with("data", file.toString()).with("digest", Digests.of(file)).map();
  }

  /** Reserves nothing: two who ask get the same id. */
  private String nextId(ApiCall call) {
    if (call.given("vmid")) {
      int vmid = (int) call.number("vmid", 0);
      if (world.vms().containsKey(vmid)) {
        throw ApiFailure.parameter("vmid", "VM " + vmid + " already exists");
      }
      return Integer.toString(vmid);
    }
    for (int id = FIRST_ID; id < LAST_ID; id++) {
      if (!world.vms().containsKey(id)) {
        return Integer.toString(id);
      }
    }
    throw ApiFailure.died(
        "unable to get any free VMID in range [" + FIRST_ID + ", " + LAST_ID + "]");
  }

  private List<Map<String, Object>> status(ApiCall call) {
    new Access(call.principal()).check("/", "Sys.Audit");
    List<Map<String, Object>> entries = new ArrayList<>();
    if (world.hosts().size() > 1) {
      entries.add(
          new JsonObject()
              .with("id", "cluster")
              .with("type", "cluster")
              .with("name", world.clusterName())
              .with("version", world.hosts().size())
              .with("nodes", world.hosts().size())
              .flag("quorate", world.quorate())
              .map());
    }
    boolean local = true;
    for (Host host : world.hosts().values()) {
      entries.add(
          new JsonObject()
              .with("id", "node/" + host.name())
              .with("type", "node")
              .with("name", host.name())
              .with("nodeid", world.hosts().size() > 1 ? host.id() : 0)
              .with("ip", host.address())
              .flag("online", host.online())
              .flag("local", local)
              .with("level", "")
              .map());
      local = false;
    }
    return entries;
  }

  /** Whoever may not audit learns which tags he may set, and no more. */
  private Map<String, Object> options(ApiCall call) {
    JsonObject options =
        new JsonObject().with("allowed-tags", new TagRights(world).allowed(call.principal()));
    if (call.principal().has("/", "Sys.Audit")) {
      options.with("mac_prefix", "BC:24:11").with(TAG_ACCESS, tagAccess());
    }
    return options.map();
  }

  private @Nullable Map<String, Object> tagAccess() {
    String text = world.options().get(TAG_ACCESS);
    if (text == null) {
      return null;
    }
    JsonObject shown = new JsonObject();
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", 2);
      Object value = pair[0].endsWith("-list") ? List.of(pair[1].split(";", -1)) : pair[1];
      shown.with(pair[0], value);
    }
    return shown.map();
  }

  private @Nullable Object changeOptions(ApiCall call) {
    new Access(call.principal()).check("/", "Sys.Modify");
    world.options().keySet().removeAll(call.list("delete"));
    String tags = call.optional(TAG_ACCESS);
    if (tags != null) {
      world.options().put(TAG_ACCESS, tags);
    }
    world.touch();
    return null;
  }

  private List<Map<String, Object>> hosts(ApiCall call) {
    pvestatd.beforeRead();
    return world.hosts().values().stream()
        .map(
            host ->
                HostLine.of(world, host, call.principal().has("/nodes/" + host.name(), "Sys.Audit"))
                    .with("ssl_fingerprint", world.fingerprint())
                    .map())
        .toList();
  }

  private Map<String, Object> host(ApiCall call) {
    new Access(call.principal()).check("/nodes/" + call.path("node"), "Sys.Audit");
    Host host = world.hosts().get(call.path("node"));
    if (host == null) {
      throw ApiFailure.died("no such cluster node '" + call.path("node") + "'");
    }
    return new JsonObject()
        .with("uptime", HostLine.UPTIME)
        .with("cpu", HostLine.LOAD)
        .with(
            "memory",
            new JsonObject().with("total", host.memory()).with("used", usage.memory(host)).map())
        .with("cpuinfo", new JsonObject().with("cpus", host.cores()).with("sockets", 1).map())
        .with(
            "pveversion",
            "pve-manager/"
                + world.personality().version()
                + "/"
                + world.personality().repositoryId())
        .map();
  }
}
