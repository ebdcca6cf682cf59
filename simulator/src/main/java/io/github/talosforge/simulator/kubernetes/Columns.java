package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What the tables of each kind show. */
final class Columns {
  private static final Column NAME = Column.at("Name", "/metadata/name");
  private static final Column AGE = Column.age("Age", "/metadata/creationTimestamp");
  private static final String ROLE = "node-role.kubernetes.io/";

  private Columns() {}

  static List<Column> of(Kind kind) {
    return switch (kind) {
      case NODE -> node();
      case POD -> pod();
      case NAMESPACE -> List.of(NAME, Column.at("Status", "/status/phase"), AGE);
      case EVENT -> event();
      case CONFIG_MAP -> List.of(NAME, Column.of("Data", Columns::entries), AGE);
      case DAEMON_SET -> daemonSet();
      case DEPLOYMENT -> deployment();
      case REPLICA_SET -> replicaSet();
      case LEASE -> List.of(NAME, Column.at("Holder", "/spec/holderIdentity"), AGE);
      case POD_DISRUPTION_BUDGET -> budget();
    };
  }

  private static List<Column> node() {
    return List.of(
        NAME,
        Column.of("Status", Columns::nodeStatus),
        Column.of("Roles", Columns::roles),
        AGE,
        Column.at("Version", "/status/nodeInfo/kubeletVersion"),
        Column.of("Internal-IP", node -> address(node, "InternalIP")).widely(),
        Column.of("External-IP", node -> address(node, "ExternalIP")).widely(),
        Column.at("OS-Image", "/status/nodeInfo/osImage").widely(),
        Column.at("Kernel-Version", "/status/nodeInfo/kernelVersion").widely(),
        Column.at("Container-Runtime", "/status/nodeInfo/containerRuntimeVersion").widely());
  }

  static String nodeStatus(JsonNode node) {
    String ready = "Unknown";
    for (JsonNode condition : node.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        ready = condition.path("status").asText().equals("True") ? "Ready" : "NotReady";
      }
    }
    return node.at("/spec/unschedulable").asBoolean() ? ready + ",SchedulingDisabled" : ready;
  }

  private static String roles(JsonNode node) {
    String roles =
        node.at("/metadata/labels").properties().stream()
            .map(label -> label.getKey())
            .filter(label -> label.startsWith(ROLE))
            .map(label -> label.substring(ROLE.length()))
            .sorted()
            .collect(Collectors.joining(","));
    return roles.isEmpty() ? "<none>" : roles;
  }

  private static String address(JsonNode node, String type) {
    for (JsonNode address : node.at("/status/addresses")) {
      if (address.path("type").asText().equals(type)) {
        return address.path("address").asText();
      }
    }
    return "<none>";
  }

  private static List<Column> pod() {
    return List.of(
        NAME,
        Column.of("Ready", Columns::readyContainers),
        Column.of("Status", Columns::podStatus),
        Column.of(
            "Restarts", pod -> pod.at("/status/containerStatuses/0/restartCount").asText("0")),
        AGE,
        Column.at("IP", "/status/podIP").widely(),
        Column.at("Node", "/spec/nodeName").widely(),
        Column.at("Nominated Node", "/status/nominatedNodeName").widely(),
        Column.of("Readiness Gates", pod -> "<none>").widely());
  }

  private static String podStatus(JsonNode pod) {
    return pod.path("metadata").has("deletionTimestamp")
        ? "Terminating"
        : pod.at("/status/phase").asText("Pending");
  }

  private static String readyContainers(JsonNode pod) {
    boolean ready = false;
    for (JsonNode condition : pod.at("/status/conditions")) {
      ready |=
          condition.path("type").asText().equals("Ready")
              && condition.path("status").asText().equals("True");
    }
    int all = pod.at("/spec/containers").size();
    return (ready ? all : 0) + "/" + all;
  }

  private static List<Column> daemonSet() {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                NAME,
                Column.at("Desired", "/status/desiredNumberScheduled"),
                Column.at("Current", "/status/currentNumberScheduled"),
                Column.at("Ready", "/status/numberReady"),
                Column.at("Up-to-date", "/status/updatedNumberScheduled"),
                Column.at("Available", "/status/numberAvailable"),
                Column.of(
                    "Node Selector", set -> labels(set.at("/spec/template/spec/nodeSelector"))),
                AGE));
    columns.addAll(template());
    return columns;
  }

  private static List<Column> deployment() {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                NAME,
                Column.of(
                    "Ready",
                    object ->
                        object.at("/status/readyReplicas").asInt()
                            + "/"
                            + object.at("/spec/replicas").asInt(1)),
                Column.at("Up-to-date", "/status/updatedReplicas"),
                Column.at("Available", "/status/availableReplicas"),
                AGE));
    columns.addAll(template());
    return columns;
  }

  private static List<Column> replicaSet() {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                NAME,
                Column.at("Desired", "/spec/replicas"),
                Column.at("Current", "/status/replicas"),
                Column.at("Ready", "/status/readyReplicas"),
                AGE));
    columns.addAll(template());
    return columns;
  }

  private static List<Column> template() {
    return List.of(
        Column.of("Containers", object -> containers(object, "name")).widely(),
        Column.of("Images", object -> containers(object, "image")).widely(),
        Column.of("Selector", object -> labels(object.at("/spec/selector/matchLabels"))).widely());
  }

  private static String containers(JsonNode object, String field) {
    return StreamSupport.stream(object.at("/spec/template/spec/containers").spliterator(), false)
        .map(container -> container.path(field).asText())
        .collect(Collectors.joining(","));
  }

  private static String labels(JsonNode labels) {
    return labels.isEmpty()
        ? "<none>"
        : labels.properties().stream()
            .map(label -> label.getKey() + "=" + label.getValue().asText())
            .collect(Collectors.joining(","));
  }

  private static List<Column> event() {
    return List.of(
        Column.age("Last Seen", "/lastTimestamp"),
        Column.at("Type", "/type"),
        Column.at("Reason", "/reason"),
        Column.of(
            "Object",
            event ->
                event.at("/involvedObject/kind").asText().toLowerCase(Locale.ROOT)
                    + "/"
                    + event.at("/involvedObject/name").asText()),
        Column.at("Message", "/message"),
        Column.at("Name", "/metadata/name").widely());
  }

  private static List<Column> budget() {
    return List.of(
        NAME,
        Column.of("Min Available", budget -> budget.at("/spec/minAvailable").asText("N/A")),
        Column.of("Max Unavailable", budget -> budget.at("/spec/maxUnavailable").asText("N/A")),
        Column.at("Allowed Disruptions", "/status/disruptionsAllowed"),
        AGE);
  }

  private static String entries(JsonNode map) {
    return Integer.toString(map.path("data").size() + map.path("binaryData").size());
  }
}
