package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.api.Reusable;
import io.github.talosforge.simulator.world.Broadcasts.VmFigures;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The list of everything. What the caller may not see is left out without a word. Entries are kept
 * until what they show changed, because this is the call that tools poll.
 */
public final class ClusterResources {
  private static final int KEPT_ANSWERS = 8;

  private final World world;
  private final Pvestatd pvestatd;
  private final Map<Integer, Entry> entries = new HashMap<>();
  private final List<Reusable> answers = new ArrayList<>();
  private ResourceEntries others;
  private long version = -1;
  private long told = -1;

  private record Entry(
      long revision,
      @Nullable VmFigures told,
      @Nullable String pool,
      @Nullable String hastate,
      Map<String, Object> fields) {}

  public ClusterResources(World world, Pvestatd pvestatd) {
    this.world = world;
    this.pvestatd = pvestatd;
    this.others = new ResourceEntries(world);
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(new Operation("GET", "/cluster/resources", Set.of("type"), this::resources));
  }

  private Reusable resources(ApiCall call) {
    pvestatd.beforeRead();
    refresh();
    List<Map<String, Object>> result = collect(call.principal(), call.optional("type"));
    for (Reusable answer : answers) {
      if (answer.holds(result)) {
        return answer;
      }
    }
    if (answers.size() == KEPT_ANSWERS) {
      answers.remove(0);
    }
    Reusable answer = new Reusable(result);
    answers.add(answer);
    return answer;
  }

  private void refresh() {
    if (version != world.version() || told != world.broadcasts().changes()) {
      version = world.version();
      told = world.broadcasts().changes();
      others = new ResourceEntries(world);
    }
  }

  private List<Map<String, Object>> collect(Principal principal, @Nullable String type) {
    List<Map<String, Object>> result = new ArrayList<>();
    if (type == null) {
      others.pools(principal, result);
    }
    if (type == null || type.equals("vm")) {
      vms(principal, result);
    }
    if (type == null || type.equals("node")) {
      others.hosts(principal, result);
    }
    if (type == null || type.equals("storage")) {
      others.storages(principal, result);
    }
    if (type == null || type.equals("sdn")) {
      others.zones(principal, result);
    }
    return result;
  }

  private void vms(Principal principal, List<Map<String, Object>> result) {
    Map<Integer, String> pools = new HashMap<>();
    world.pools().values().forEach(pool -> pool.vms().forEach(vm -> pools.put(vm, pool.id())));
    Set<String> hidden = new TreeSet<>();
    for (String pool : world.pools().keySet()) {
      if (!principal.has("/pool/" + pool, "Pool.Audit")) {
        hidden.add(pool);
      }
    }
    for (Vm vm : world.vms().values()) {
      if (principal.has("/vms/" + vm.id(), "VM.Audit")) {
        String pool = pools.get(vm.id());
        result.add(entry(vm, pool != null && hidden.contains(pool) ? null : pool));
      }
    }
    entries.keySet().retainAll(world.vms().keySet());
  }

  private Map<String, Object> entry(Vm vm, @Nullable String pool) {
    HaResource ha = world.ha().resources().get("vm:" + vm.id());
    String hastate = ha == null ? null : ha.error() ? "error" : ha.state();
    VmFigures told = world.broadcasts().vm(vm.id());
    Entry known = entries.get(vm.id());
    if (known != null
        && known.revision() == vm.revision()
        && Objects.equals(known.told(), told)
        && Objects.equals(known.pool(), pool)
        && Objects.equals(known.hastate(), hastate)) {
      return known.fields();
    }
    Map<String, Object> fields = Collections.unmodifiableMap(fields(vm, told, pool, hastate));
    entries.put(vm.id(), new Entry(vm.revision(), told, pool, hastate, fields));
    return fields;
  }

  private static Map<String, Object> fields(
      Vm vm, @Nullable VmFigures told, @Nullable String pool, @Nullable String hastate) {
    JsonObject entry =
        new JsonObject()
            .with("id", "qemu/" + vm.id())
            .with("type", "qemu")
            .with("vmid", vm.id())
            .with("node", vm.host())
            .with("status", told == null ? "unknown" : told.status());
    if (told != null) {
      boolean running = told.uptime() > 0 || told.status().equals("running");
      entry
          .with("name", told.name())
          .flag("template", told.template())
          .with("uptime", told.uptime())
          .with("maxcpu", told.maxCpu())
          .with("cpu", running ? 0.01 : 0)
          .with("maxmem", told.maxMemory())
          .with("mem", running ? told.maxMemory() / 4 : 0L)
          .with("maxdisk", told.maxDisk())
          .with("disk", 0)
          .with("netin", 0)
          .with("netout", 0)
          .with("diskread", 0)
          .with("diskwrite", 0);
    }
    return entry
        .with("pool", pool)
        .with("lock", vm.lock())
        .with("tags", vm.config().get("tags"))
        .with("hastate", hastate)
        .map();
  }
}
