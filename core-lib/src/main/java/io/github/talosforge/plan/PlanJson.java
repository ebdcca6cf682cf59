package io.github.talosforge.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.RunningTask;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.versions.EtcdJson;
import io.github.talosforge.versions.VersionsJson;
import java.util.Collection;

/**
 * A plan for programs. New fields may come within a version of the schema; fields that are there
 * keep their name and meaning.
 */
public final class PlanJson {
  /** The version of the schema. */
  public static final String SCHEMA = "talosforge-plan/1";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private PlanJson() {}

  /** Returns the plan as a JSON object on several lines, without secrets. */
  public static String render(Plan plan) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("cluster", plan.cluster().value());
    root.put("digest", plan.digest());
    root.put("blocked", plan.isBlocked());
    summary(root.putObject("summary"), PlanSummary.of(plan));
    ArrayNode changes = root.putArray("changes");
    plan.changes().forEach(change -> ChangeJson.write(change, changes.addObject()));
    ArrayNode waiting = root.putArray("waiting");
    plan.waiting().forEach(vm -> waiting(vm, waiting.addObject()));
    ArrayNode unlisted = root.putArray("unlisted");
    plan.unlisted().forEach(vm -> unlisted(vm, unlisted.addObject()));
    ArrayNode findings = root.putArray("findings");
    plan.findings().findings().forEach(finding -> finding(finding, findings.addObject()));
    ArrayNode pins = root.putArray("pins");
    plan.pins().forEach(pin -> pin(pin, pins.addObject()));
    ArrayNode tasks = root.putArray("tasks");
    plan.tasks().forEach(task -> task(task, tasks.addObject()));
    names(root.putArray("unchanged"), plan.unchanged());
    names(root.putArray("left"), plan.left());
    ArrayNode versions = root.putArray("versions");
    plan.versions().forEach(node -> versions.add(MAPPER.valueToTree(VersionsJson.of(node))));
    plan.etcd().ifPresent(etcd -> root.set("etcd", MAPPER.valueToTree(EtcdJson.of(etcd))));
    try {
      return Redaction.jsonByForm(MAPPER.writeValueAsString(root));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }

  private static void summary(ObjectNode json, PlanSummary summary) {
    json.put("templates", summary.templates());
    json.put("create", summary.create());
    json.put("change", summary.change());
    json.put("start", summary.start());
    json.put("stopStart", summary.stopStart());
    json.put("destroy", summary.destroy());
    json.put("configure", summary.configure());
    json.put("bootstrap", summary.bootstrap());
    json.put("remove", summary.remove());
    json.put("fetch", summary.fetch());
    json.put("discs", summary.discs());
  }

  private static void waiting(WaitingVm vm, ObjectNode json) {
    JsonParts.vm(vm.vm(), json);
    JsonParts.fields(vm.fields(), json.putArray("fields"));
  }

  private static void unlisted(UnlistedVm vm, ObjectNode json) {
    json.put("node", vm.node().value());
    json.put("vmId", vm.vmId().value());
    json.put("host", vm.host().value());
    json.put("running", vm.running());
  }

  private static void finding(Finding finding, ObjectNode json) {
    json.put("code", finding.code());
    json.put("severity", finding.severity().label());
    if (finding.location() != null) {
      json.put("file", finding.location().file());
      json.put("line", finding.location().line());
      json.put("column", finding.location().column());
    }
    json.put("message", finding.message());
    if (finding.suggestion() != null) {
      json.put("suggestion", finding.suggestion());
    }
  }

  private static void pin(PinLine pin, ObjectNode json) {
    json.put("owner", pin.owner());
    json.put("line", pin.text());
  }

  private static void task(RunningTask task, ObjectNode json) {
    json.put("upid", task.upid());
    json.put("type", task.type());
    json.put("host", task.host().value());
  }

  private static void names(ArrayNode json, Collection<NodeName> nodes) {
    nodes.forEach(node -> json.add(node.value()));
  }
}
