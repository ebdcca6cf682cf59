package io.github.talosforge.gradle.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.files.PrivateFile;
import io.github.talosforge.files.WholeFile;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.report.ReportPage;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.secrets.IgnoreLine;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.versions.EtcdJson;
import io.github.talosforge.versions.VersionsJson;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The files that programs read after a run. */
public final class ResultFiles {
  private static final String REPORT = "report.html";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path folder;
  private final Redaction redaction;

  /**
   * Writes into a folder, which is made when needed.
   *
   * @param folder the folder of one cluster
   * @param redaction decides what is shown
   */
  public ResultFiles(Path folder, Redaction redaction) {
    this.folder = folder;
    this.redaction = redaction;
  }

  /** Has Git leave the folder out, wherever it is: what gets into it leads into the cluster. */
  public void keepFromGit() {
    try {
      IgnoreLine.ensure(folder, "*");
    } catch (IOException e) {
      throw unwritten(folder.resolve(".gitignore"), e);
    }
  }

  /**
   * Writes a machine configuration, for nobody but its owner to read.
   *
   * @param node the name of the machine's node
   * @param yaml the configuration
   * @return the file
   */
  public Path machineConfig(String node, String yaml) {
    Path file = folder.resolve("machineconfigs").resolve(node + ".yaml");
    try {
      PrivateFile.replace(file, yaml);
      return file;
    } catch (IOException e) {
      throw unwritten(file, e);
    }
  }

  /**
   * Writes {@code plan.json}.
   *
   * @param plan the plan
   * @return the text of the file
   */
  public String plan(Plan plan) {
    return write("plan.json", redaction.json(PlanJson.render(plan)));
  }

  /**
   * Writes {@code status.json} and {@code inventory.json}.
   *
   * @param cluster the name of the cluster
   * @param nodes its nodes
   * @param seen what was looked at besides
   * @return the text of the status file
   */
  public String status(String cluster, List<NodeStatus> nodes, LookedAt seen) {
    ArrayNode inventory = MAPPER.createArrayNode();
    ObjectNode status = MAPPER.createObjectNode();
    status.put("schema", "talosforge-status/1");
    status.put("cluster", cluster);
    status.put("drift", seen.drift());
    seen.leftovers().ifPresent(all -> all.forEach(status.putArray("leftovers")::add));
    ArrayNode states = status.putArray("nodes");
    for (NodeStatus node : nodes) {
      ObjectNode state = states.addObject();
      state.put("name", node.node().toString());
      put(state, "role", node.role().map(NodeRole::label));
      state.put("state", StatusTable.state(node.state()));
      state.put("waiting", node.waiting());
      put(
          state,
          "talos",
          Optional.ofNullable(seen.machines().get(node.node())).map(Sighting::label));
      unmet(node, seen).ifPresent(all -> all.forEach(state.putArray("unmet")::add));
      vm(node, state);
      seen.versions().stream()
          .filter(each -> each.node().equals(node.node()))
          .findFirst()
          .ifPresent(each -> state.set("versions", MAPPER.valueToTree(VersionsJson.of(each))));
      node.dataVm().ifPresent(data -> data(data, state.putObject("data_vm")));
      if (node.state() != NodeStatus.State.MISSING) {
        vm(node, inventory.addObject());
      }
    }
    seen.etcd().ifPresent(etcd -> status.set("etcd", MAPPER.valueToTree(EtcdJson.of(etcd))));
    write("inventory.json", text(inventory));
    return write("status.json", text(status));
  }

  private static Optional<List<String>> unmet(NodeStatus node, LookedAt seen) {
    return Optional.ofNullable(seen.machines().get(node.node()))
        .flatMap(Sighting::status)
        .map(status -> status.unmet().stream().map(Object::toString).toList());
  }

  private static void data(NodeStatus.DataVm data, ObjectNode json) {
    json.put("vmid", data.vmId().value());
    json.put("node", data.host().toString());
    json.put("state", StatusTable.state(data.state()));
  }

  private static void vm(NodeStatus node, ObjectNode json) {
    node.vmId().ifPresentOrElse(id -> json.put("vmid", id.value()), () -> json.putNull("vmid"));
    json.put("vm_name", node.node().toString());
    put(json, "node", node.host());
    put(json, "ip_address", node.address());
    put(json, "mac_address", node.mac());
  }

  private static void put(ObjectNode json, String name, Optional<?> value) {
    json.put(name, value.map(Object::toString).orElse(null));
  }

  /**
   * Writes {@code result.json}, summed over the tasks of one build.
   *
   * @param cluster the name of the cluster
   * @param run what was done
   */
  public void result(String cluster, RunRecord run) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("schema", "talosforge-result/1");
    json.put("cluster", cluster);
    json.put("reads", run.counters().reads());
    json.put("writes", run.counters().writes());
    json.put("rpcs", run.talos().rpcs());
    json.put("changingRpcs", run.talos().changing());
    json.put("seconds", run.time().toMillis() / 1000.0);
    ArrayNode nodes = json.putArray("nodes");
    run.nodes()
        .forEach(
            (node, outcome) ->
                nodes.addObject().put("name", node.toString()).put("outcome", outcome));
    ArrayNode changes = json.putArray("changes");
    run.outcomes().forEach(outcome -> outcome(outcome, changes.addObject()));
    write("result.json", text(json));
  }

  /**
   * Tells where the page for people is.
   *
   * @return a URL that terminals and browsers open
   */
  public URI reportPage() {
    return folder.resolve(REPORT).toUri();
  }

  /**
   * Writes {@code report.html}, the page for people.
   *
   * @param report what it shows
   */
  public void report(RunReport report) {
    write(REPORT, ReportPage.render(report, redaction));
  }

  private static void outcome(Outcome outcome, ObjectNode json) {
    json.put("change", outcome.change().id().toString());
    if (outcome.change() instanceof VmChange change) {
      json.put("name", change.vm().node().toString());
    }
    json.put("outcome", outcome.ending().name().toLowerCase(Locale.ROOT));
    json.put("seconds", outcome.took().toMillis() / 1000.0);
    outcome.reason().ifPresent(reason -> json.put("reason", reason));
  }

  /**
   * Reads a plan that was written before.
   *
   * @param file the plan file
   * @param name what the user calls the file
   * @return the plan
   * @throws IllegalArgumentException if it is none, with a sentence for the user
   */
  public static SavedPlan savedPlan(Path file, String name) {
    try {
      return SavedPlan.parse(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The plan %s cannot be read; planCluster writes plan.json.".formatted(name), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
  }

  private String text(Object json) {
    try {
      return redaction.json(MAPPER.writeValueAsString(json));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written", e);
    }
  }

  private String write(String name, String text) {
    Path file = folder.resolve(name);
    try {
      WholeFile.replace(file, text);
      return text;
    } catch (IOException e) {
      throw unwritten(file, e);
    }
  }

  private static ClusterFailure unwritten(Path file, IOException cause) {
    return ClusterFailure.because(
        "%s cannot be written: %s. An older one is as it was. Check that the folder is yours and the disk not full."
            .formatted(file, WholeFile.reason(cause)),
        cause);
  }
}
