package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.HaRule;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The HA rules of release 9. */
public final class HaRuleCalls {
  private static final String CREATION = "create ha rule failed: ";
  private static final String CHANGE = "update HA rules failed: ";

  private final World world;
  private final HaManager manager;

  public HaRuleCalls(World world, HaManager manager) {
    this.world = world;
    this.manager = manager;
  }

  /** The operations; release 8 does not know them. */
  public List<Operation> operations() {
    if (!world.personality().isNine()) {
      return List.of();
    }
    String rules = "/cluster/ha/rules";
    Set<String> fields =
        Set.of("rule", "type", "affinity", "resources", "nodes", "strict", "comment", "disable");
    Set<String> changed = new TreeSet<>(fields);
    changed.add("delete");
    return List.of(
        new Operation("GET", rules, Set.of("type", "resource"), this::list),
        new Operation("POST", rules, fields, this::create),
        new Operation("GET", rules + "/{rule}", Set.of(), this::read),
        new Operation("PUT", rules + "/{rule}", changed, this::update),
        new Operation("DELETE", rules + "/{rule}", Set.of(), this::delete));
  }

  private List<Map<String, Object>> list(ApiCall call) {
    HaCalls.audit(call);
    String resource = call.optional("resource");
    return world.ha().rules().values().stream()
        .filter(rule -> call.text("type", rule.type()).equals(rule.type()))
        .filter(rule -> resource == null || rule.resources().contains(resource))
        .map(this::shown)
        .toList();
  }

  private Map<String, Object> shown(HaRule rule) {
    boolean node = rule.type().equals("node-affinity");
    return new JsonObject()
        .with("rule", rule.rule())
        .with("type", rule.type())
        .with("resources", String.join(",", rule.resources()))
        .with("affinity", rule.affinity())
        .with("nodes", node ? HaGroupCalls.printNodes(rule.nodes()) : null)
        .with("strict", node ? (rule.strict() ? 1 : 0) : null)
        .ifTrue("disable", rule.disabled())
        .with("comment", rule.comment())
        .with("order", List.copyOf(world.ha().rules().keySet()).indexOf(rule.rule()) + 1)
        .with("digest", Digests.of(world.ha().rules().values()))
        .map();
  }

  private HaRule require(String name) {
    HaRule rule = world.ha().rules().get(name);
    if (rule == null) {
      throw ApiFailure.died("no such ha rule '" + name + "'");
    }
    return rule;
  }

  private Map<String, Object> read(ApiCall call) {
    HaCalls.audit(call);
    return shown(require(call.path("rule")));
  }

  private @Nullable Object create(ApiCall call) {
    HaCalls.console(call);
    String name = call.required("rule");
    if (world.ha().rules().containsKey(name)) {
      throw ApiFailure.died(CREATION + "HA rule '" + name + "' already defined");
    }
    HaRule empty =
        new HaRule(name, call.required("type"), List.of(), Map.of(), false, null, false, null);
    store(CREATION, changed(call, empty));
    return null;
  }

  private @Nullable Object update(ApiCall call) {
    HaCalls.console(call);
    HaRule old = world.ha().rules().get(call.path("rule"));
    if (old == null) {
      throw ApiFailure.died(CHANGE + "HA rule '" + call.path("rule") + "' does not exist");
    }
    call.required("type");
    store(CHANGE, changed(call, old));
    return null;
  }

  private static HaRule changed(ApiCall call, HaRule old) {
    return new HaRule(
        old.rule(),
        old.type(),
        call.given("resources") ? call.list("resources") : old.resources(),
        call.given("nodes") ? HaGroupCalls.parseNodes(call.list("nodes")) : old.nodes(),
        call.flag("strict", old.strict()),
        call.given("affinity") ? call.optional("affinity") : old.affinity(),
        call.flag("disable", old.disabled()) && !call.list("delete").contains("disable"),
        call.given("comment") ? call.optional("comment") : old.comment());
  }

  private void store(String failed, HaRule rule) {
    problem(rule)
        .ifPresent(
            text -> {
              throw ApiFailure.died(failed + text);
            });
    world.ha().rules().put(rule.rule(), rule);
    manager.changed();
  }

  private Optional<String> problem(HaRule rule) {
    if (rule.resources().isEmpty()) {
      return Optional.of("no resources were specified");
    }
    List<String> unmanaged = unknown(rule.resources(), world.ha().resources());
    if (!unmanaged.isEmpty()) {
      return Optional.of("cannot use unmanaged resource(s) " + String.join(", ", unmanaged) + ".");
    }
    return rule.type().equals("node-affinity") ? problemOfHosts(rule) : problemOfAffinity(rule);
  }

  private static List<String> unknown(Collection<String> names, Map<String, ?> known) {
    return names.stream().filter(name -> !known.containsKey(name)).toList();
  }

  private Optional<String> problemOfHosts(HaRule rule) {
    if (rule.nodes().isEmpty()) {
      return Optional.of("no nodes were specified");
    }
    List<String> missing = unknown(rule.nodes().keySet(), world.hosts());
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("cannot use non-existent node(s) " + String.join(", ", missing) + ".");
  }

  /** One host alone keeps nothing apart. */
  private Optional<String> problemOfAffinity(HaRule rule) {
    int hosts = world.hosts().size();
    int resources = rule.resources().size();
    List<String> problems = new ArrayList<>();
    if (resources < 2) {
      problems.add("rule is ineffective as there are less than two resources");
    }
    if ("negative".equals(rule.affinity()) && (hosts < 2 || resources > hosts)) {
      problems.add("rule defines more resources than available nodes");
    }
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "400 Rule '"
                + rule.rule()
                + "' is invalid.\nresources: "
                + String.join(", ", problems));
  }

  /** A rule that is not there is as good as deleted. */
  private @Nullable Object delete(ApiCall call) {
    HaCalls.console(call);
    world.ha().rules().remove(call.path("rule"));
    return null;
  }
}
