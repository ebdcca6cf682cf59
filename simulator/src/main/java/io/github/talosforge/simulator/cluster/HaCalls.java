package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** HA resources. */
public final class HaCalls {
  private final World world;
  private final HaManager manager;

  public HaCalls(World world, HaManager manager) {
    this.world = world;
    this.manager = manager;
  }

  /** The operations. */
  public List<Operation> operations() {
    String resources = "/cluster/ha/resources";
    Set<String> resource =
        Set.of("state", "group", "max_restart", "max_relocate", "failback", "comment", "delete");
    Set<String> added =
        Set.of(
            "sid", "type", "state", "group", "max_restart", "max_relocate", "failback", "comment");
    return List.of(
        new Operation("GET", resources, Set.of("type"), this::resources),
        new Operation("POST", resources, added, this::addResource),
        new Operation("GET", resources + "/{sid}", Set.of(), this::resource),
        new Operation("PUT", resources + "/{sid}", resource, this::changeResource),
        new Operation("DELETE", resources + "/{sid}", Set.of("purge"), this::removeResource),
        new Operation("GET", "/cluster/ha/status/current", Set.of(), this::status));
  }

  static void audit(ApiCall call) {
    new Access(call.principal()).check("/", "Sys.Audit");
  }

  static void console(ApiCall call) {
    new Access(call.principal()).check("/", "Sys.Console");
  }

  /** A bare number means a VM. */
  private static String sid(String text) {
    String sid = text.matches("[0-9]+") ? "vm:" + text : text;
    if (!sid.matches("(?:vm|ct):[1-9][0-9]*")) {
      throw ApiFailure.died("invalid VMID");
    }
    return sid;
  }

  private List<Map<String, Object>> resources(ApiCall call) {
    audit(call);
    String kind = call.text("type", "");
    return world.ha().resources().values().stream()
        .filter(resource -> resource.sid().startsWith(kind))
        .map(this::shown)
        .toList();
  }

  /** What was never set is left out, whatever its default. */
  private Map<String, Object> shown(HaResource resource) {
    Set<String> given = resource.given();
    boolean failback = given.contains("failback") && world.personality().isNine();
    return new JsonObject()
        .with("sid", resource.sid())
        .with("type", resource.sid().substring(0, 2))
        .with("state", given.contains("state") ? resource.state() : null)
        .with("group", resource.group())
        .with("max_restart", given.contains("max_restart") ? resource.maxRestart() : null)
        .with("max_relocate", given.contains("max_relocate") ? resource.maxRelocate() : null)
        .with("failback", failback ? (resource.failback() ? 1 : 0) : null)
        .with("comment", resource.comment())
        .with("digest", Digests.of(world.ha().resources().values()))
        .map();
  }

  private List<Map<String, Object>> status(ApiCall call) {
    audit(call);
    List<Map<String, Object>> entries = new ArrayList<>();
    entries.add(
        new JsonObject()
            .with("id", "quorum")
            .with("type", "quorum")
            .with("node", world.hosts().keySet().iterator().next())
            .with("status", world.quorate() ? "OK" : "No quorum on node!")
            .flag("quorate", world.quorate())
            .map());
    if (world.personality().knowsDisarming()) {
      entries.add(fencing());
    }
    for (HaResource resource : world.ha().resources().values()) {
      Vm vm = HaManager.vm(world, resource.sid());
      if (vm != null) {
        entries.add(service(resource, vm.host()));
      }
    }
    return entries;
  }

  private Map<String, Object> fencing() {
    boolean armed = !world.ha().resources().isEmpty();
    return new JsonObject()
        .with("id", "fencing")
        .with("type", "fencing")
        .with("node", world.hosts().keySet().iterator().next())
        .with("armed-state", armed ? "armed" : "standby")
        .with("status", armed ? "armed (CRM watchdog active)" : "standby (CRM watchdog standby)")
        .map();
  }

  /** Until the manager looked for the first time, a resource waits in its queue. */
  private Map<String, Object> service(HaResource resource, String host) {
    String known = world.ha().isSeen(resource.sid()) ? resource.state() : "queued";
    String state = resource.error() ? "error" : known;
    return new JsonObject()
        .with("id", "service:" + resource.sid())
        .with("type", "service")
        .with("sid", resource.sid())
        .with("node", host)
        .with("state", state)
        .with("request_state", resource.state())
        .with("status", resource.sid() + " (" + host + ", " + state + ")")
        .with("max_restart", resource.maxRestart())
        .with("max_relocate", resource.maxRelocate())
        .with("failback", world.personality().isNine() ? (resource.failback() ? 1 : 0) : null)
        .map();
  }

  private HaResource require(String failed, String sid) {
    HaResource resource = world.ha().resources().get(sid);
    if (resource == null) {
      throw ApiFailure.died(failed + "no such resource '" + sid + "'");
    }
    return resource;
  }

  private Map<String, Object> resource(ApiCall call) {
    audit(call);
    return shown(require("", sid(call.path("sid"))));
  }

  private @Nullable Object addResource(ApiCall call) {
    console(call);
    String sid = sid(call.required("sid"));
    Vm vm = HaManager.vm(world, sid);
    if (!sid.startsWith("vm:")) {
      throw ApiFailure.notSimulated("HA for containers");
    }
    checkGroup(call);
    if (vm == null) {
      throw ApiFailure.died("resource '" + sid + "' does not exist in cluster");
    }
    if (world.ha().resources().containsKey(sid)) {
      throw ApiFailure.died("create resource failed: resource ID '" + sid + "' already defined");
    }
    manager.request(
        sid,
        changed(call, new HaResource(sid, "started", null, 1, 1, true, null, false, Set.of())));
    return null;
  }

  private void checkGroup(ApiCall call) {
    String group = call.optional("group");
    if (group == null) {
      return;
    }
    if (world.personality().isNine()) {
      throw ApiFailure.died("invalid parameter 'group': ha groups have been migrated to rules");
    }
    if (!world.ha().groups().containsKey(group)) {
      throw ApiFailure.died("HA group '" + group + "' does not exist");
    }
  }

  private static HaResource changed(ApiCall call, HaResource old) {
    List<String> deleted = call.list("delete");
    String state = call.text("state", old.state());
    boolean cleared = state.equals("disabled") || state.equals("ignored");
    Set<String> given = new HashSet<>(old.given());
    Stream.of("state", "max_restart", "max_relocate", "failback")
        .filter(call::given)
        .forEach(given::add);
    given.removeAll(deleted);
    return new HaResource(
        old.sid(),
        state.equals("enabled") ? "started" : state,
        deleted.contains("group")
            ? null
            : call.given("group") ? call.optional("group") : old.group(),
        (int) call.number("max_restart", deleted.contains("max_restart") ? 1 : old.maxRestart()),
        (int) call.number("max_relocate", deleted.contains("max_relocate") ? 1 : old.maxRelocate()),
        call.flag("failback", deleted.contains("failback") || old.failback()),
        deleted.contains("comment")
            ? null
            : call.given("comment") ? call.optional("comment") : old.comment(),
        old.error() && !cleared,
        given);
  }

  private @Nullable Object changeResource(ApiCall call) {
    console(call);
    checkGroup(call);
    String sid = sid(call.path("sid"));
    manager.request(sid, changed(call, require("update resources config failed: ", sid)));
    return null;
  }

  private @Nullable Object removeResource(ApiCall call) {
    console(call);
    String sid = sid(call.path("sid"));
    if (!world.ha().resources().containsKey(sid)) {
      throw ApiFailure.died("cannot delete service '" + sid + "', not HA managed!");
    }
    if (call.flag("purge", true)) {
      manager.commands().remove(sid);
    } else {
      world.ha().resources().remove(sid);
    }
    return null;
  }
}
