package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.HaGroup;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.World;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The HA groups of release 8. */
public final class HaGroupCalls {
  private static final String MIGRATED = " group: ha groups have been migrated to rules";

  private final World world;
  private final HaManager manager;

  public HaGroupCalls(World world, HaManager manager) {
    this.world = world;
    this.manager = manager;
  }

  /** The operations. */
  public List<Operation> operations() {
    String groups = "/cluster/ha/groups";
    Set<String> added = Set.of("group", "nodes", "restricted", "nofailback", "comment", "type");
    Set<String> changed = Set.of("nodes", "restricted", "nofailback", "comment", "delete");
    return List.of(
        new Operation("GET", groups, Set.of(), this::groups),
        new Operation("POST", groups, added, this::addGroup),
        new Operation("GET", groups + "/{group}", Set.of(), this::group),
        new Operation("PUT", groups + "/{group}", changed, this::changeGroup),
        new Operation("DELETE", groups + "/{group}", Set.of(), this::removeGroup));
  }

  private void checkGroups(String verb) {
    if (world.personality().isNine()) {
      throw ApiFailure.died("cannot " + verb + MIGRATED);
    }
  }

  private List<Map<String, Object>> groups(ApiCall call) {
    HaCalls.audit(call);
    if (world.personality().isNine()) {
      throw ApiFailure.died("cannot index groups: ha groups have been migrated to rules");
    }
    return world.ha().groups().values().stream().map(HaGroupCalls::shown).toList();
  }

  private static Map<String, Object> shown(HaGroup group) {
    return new JsonObject()
        .with("group", group.group())
        .with("type", "group")
        .with("nodes", printNodes(group.nodes()))
        .ifTrue("restricted", group.restricted())
        .ifTrue("nofailback", group.nofailback())
        .with("comment", group.comment())
        .map();
  }

  static String printNodes(Map<String, Integer> nodes) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(nodes)
        .forEach(
            (node, priority) ->
                text.append(text.isEmpty() ? "" : ",")
                    .append(node)
                    .append(priority > 0 ? ":" + priority : ""));
    return text.toString();
  }

  static Map<String, Integer> parseNodes(List<String> list) {
    Map<String, Integer> nodes = new LinkedHashMap<>();
    for (String entry : list) {
      int colon = entry.indexOf(':');
      nodes.put(
          colon < 0 ? entry : entry.substring(0, colon),
          colon < 0 ? 0 : Integer.parseInt(entry.substring(colon + 1)));
    }
    return nodes;
  }

  private Map<String, Object> group(ApiCall call) {
    HaCalls.audit(call);
    checkGroups("read");
    HaGroup group = world.ha().groups().get(call.path("group"));
    if (group == null) {
      throw ApiFailure.died("no such ha group '" + call.path("group") + "'");
    }
    return shown(group);
  }

  private @Nullable Object addGroup(ApiCall call) {
    HaCalls.console(call);
    checkGroups("create");
    String name = call.required("group");
    if (world.ha().groups().containsKey(name)) {
      throw ApiFailure.died("create ha group failed: ha group ID '" + name + "' already defined");
    }
    world
        .ha()
        .groups()
        .put(
            name,
            new HaGroup(
                name,
                parseNodes(call.list("nodes")),
                call.flag("restricted"),
                call.flag("nofailback"),
                call.optional("comment")));
    return null;
  }

  private @Nullable Object changeGroup(ApiCall call) {
    HaCalls.console(call);
    checkGroups("update");
    String name = call.path("group");
    HaGroup old = world.ha().groups().get(name);
    if (old == null) {
      throw ApiFailure.died("no such ha group '" + name + "'");
    }
    List<String> deleted = call.list("delete");
    world
        .ha()
        .groups()
        .put(
            name,
            new HaGroup(
                name,
                call.given("nodes") ? parseNodes(call.list("nodes")) : old.nodes(),
                call.flag("restricted", old.restricted()) && !deleted.contains("restricted"),
                call.flag("nofailback", old.nofailback()) && !deleted.contains("nofailback"),
                call.given("comment") ? call.optional("comment") : old.comment()));
    manager.changed();
    return null;
  }

  private @Nullable Object removeGroup(ApiCall call) {
    HaCalls.console(call);
    checkGroups("delete");
    String name = call.path("group");
    for (HaResource resource : world.ha().resources().values()) {
      if (name.equals(resource.group())) {
        throw ApiFailure.died(
            "delete ha group failed: ha group is used by service '" + resource.sid() + "'");
      }
    }
    world.ha().groups().remove(name);
    return null;
  }
}
