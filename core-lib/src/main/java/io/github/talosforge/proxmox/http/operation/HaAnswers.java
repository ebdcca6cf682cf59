package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.HaGroup;
import io.github.talosforge.proxmox.HaResource;
import io.github.talosforge.proxmox.HaRule;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads and writes the lists in which the high availability manager keeps hosts and guests. */
final class HaAnswers {
  private static final String VM = "vm:";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private HaAnswers() {}

  static HaResource resource(AnswerNode entry) {
    return new HaResource(
        number(entry, "sid", entry.requiredText("sid").replace(VM, "")),
        entry.text("state").orElse("started"),
        entry.text("group"),
        entry.integer("max_restart"),
        entry.integer("max_relocate"),
        entry.text("comment"));
  }

  static HaGroup group(AnswerNode entry) {
    return new HaGroup(
        entry.requiredText("group"),
        hosts(entry),
        entry.flag("restricted"),
        entry.flag("nofailback"),
        entry.text("comment"));
  }

  /** Rules of a kind that a later release invents are left out. */
  static Optional<HaRule> rule(AnswerNode entry) {
    String name = entry.requiredText("rule");
    boolean disabled = entry.flag("disable");
    return switch (entry.text("type").orElse("")) {
      case "resource-affinity" ->
          Optional.of(
              new HaRule.ResourceAffinity(
                  name,
                  vmIds(entry),
                  entry.text("affinity").filter("positive"::equals).isPresent(),
                  disabled));
      case "node-affinity" ->
          Optional.of(
              new HaRule.NodeAffinity(
                  name, vmIds(entry), hosts(entry), entry.flag("strict"), disabled));
      default -> Optional.empty();
    };
  }

  static ApiRequest described(ApiRequest request, HaRule rule) {
    ApiRequest common =
        request.with("resources", resources(rule.vmIds())).with("disable", rule.disabled());
    if (rule instanceof HaRule.NodeAffinity affinity) {
      return common
          .with("type", "node-affinity")
          .with("nodes", prioritised(affinity.hosts()))
          .with("strict", affinity.strict());
    }
    boolean together = ((HaRule.ResourceAffinity) rule).together();
    return common
        .with("type", "resource-affinity")
        .with("affinity", together ? "positive" : "negative");
  }

  static String prioritised(Map<String, Integer> hosts) {
    return new TreeMap<>(hosts)
        .entrySet().stream()
            .map(
                host ->
                    host.getValue() == 0 ? host.getKey() : host.getKey() + ":" + host.getValue())
            .collect(Collectors.joining(","));
  }

  private static String resources(List<Integer> vmIds) {
    return vmIds.stream().map(id -> VM + id).collect(Collectors.joining(","));
  }

  private static List<Integer> vmIds(AnswerNode entry) {
    return entry.words("resources").stream()
        .filter(sid -> sid.startsWith(VM))
        .map(sid -> number(entry, "resources", sid.substring(VM.length())))
        .sorted()
        .toList();
  }

  private static Map<String, Integer> hosts(AnswerNode entry) {
    Map<String, Integer> hosts = new TreeMap<>();
    for (String host : entry.words("nodes")) {
      int colon = host.indexOf(':');
      hosts.put(
          colon < 0 ? host : host.substring(0, colon),
          colon < 0 ? 0 : number(entry, "nodes", host.substring(colon + 1)));
    }
    return hosts;
  }

  private static int number(AnswerNode entry, String field, String digits) {
    if (!NUMBER.matcher(digits).matches()) {
      throw entry.odd(field, "a list with numbers");
    }
    return Integer.parseInt(digits);
  }
}
