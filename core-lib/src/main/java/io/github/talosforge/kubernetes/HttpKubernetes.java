package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.net.Dialer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import okhttp3.HttpUrl;

/** Reads and writes over HTTPS with a client certificate, on sockets of the dialer. */
public final class HttpKubernetes implements KubernetesWriter {
  private static final String MARK = "talosforge.github.io/cordoned";
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String MERGE = "application/merge-patch+json";
  private static final String NODE = "Node";
  private static final String POD = "Pod";
  private static final Set<String> READINESS = Set.of("True", "False", "Unknown");
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private final ApiTransport transport;

  /**
   * Prepares to call; nothing is sent yet.
   *
   * @param access how the API is reached
   * @param dialer what opens the connections
   */
  public HttpKubernetes(ApiServerAccess access, Dialer dialer) {
    this(access, dialer, Audit.NONE);
  }

  /**
   * Prepares to call; nothing is sent yet.
   *
   * @param access how the API is reached
   * @param dialer what opens the connections
   * @param audit hears of every call that changes something
   */
  public HttpKubernetes(ApiServerAccess access, Dialer dialer, Audit audit) {
    transport = new ApiTransport(access, dialer, audit);
  }

  HttpKubernetes(ApiServerAccess access, Dialer dialer, Duration patience) {
    transport = new ApiTransport(access, dialer, Audit.NONE, patience);
  }

  @Override
  public List<KubernetesNode> nodes() {
    Answer answer = list(path("api/v1/nodes"));
    return answer.items(NODE).stream().map(item -> node(answer, item)).toList();
  }

  private static KubernetesNode node(Answer answer, JsonNode item) {
    List<String> addresses = new ArrayList<>();
    item.path("status")
        .path("addresses")
        .forEach(
            address -> {
              if (address.path("type").asText().equals("InternalIP")) {
                addresses.add(address.path("address").asText());
              }
            });
    String name = answer.text(item, NODE, "name", "metadata");
    JsonNode ready = condition(item, "Ready");
    if (!READINESS.contains(ready.path("status").asText())) {
      // Who is not ready is not drained, so that nobody may be taken for it.
      throw answer.strange("node " + name + ", but not with whether it is ready");
    }
    return new KubernetesNode(
        name,
        addresses,
        ready.path("status").asText().equals("True"),
        ready.path("message").asText(),
        item.path("spec").path("unschedulable").asBoolean(),
        item.path("metadata").path("annotations").has(MARK));
  }

  private static JsonNode condition(JsonNode item, String type) {
    for (JsonNode condition : item.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return ApiTransport.MAPPER.missingNode();
  }

  @Override
  public List<KubernetesPod> systemPods(String selector) {
    HttpUrl url =
        path("api/v1/namespaces/kube-system/pods")
            .newBuilder()
            .addQueryParameter("labelSelector", selector)
            .build();
    Answer answer = list(url);
    return answer.items(POD).stream().map(item -> pod(answer, item)).toList();
  }

  private static KubernetesPod pod(Answer answer, JsonNode item) {
    return new KubernetesPod(
        answer.text(item, POD, "name", "metadata"),
        item.path("metadata").path("labels").path("k8s-app").asText(),
        item.path("spec").path("nodeName").asText(),
        condition(item, "Ready").path("status").asText().equals("True"));
  }

  @Override
  public Optional<Replicas> systemDaemonSet(String name) {
    return transport
        .get(path("apis/apps/v1/namespaces/kube-system/daemonsets/" + name))
        .map(answer -> answer.object("DaemonSet", name).path("status"))
        .map(
            status ->
                new Replicas(
                    status.path("numberReady").asInt(),
                    status.path("desiredNumberScheduled").asInt()));
  }

  @Override
  public Optional<Replicas> systemDeployment(String name) {
    return transport
        .get(path("apis/apps/v1/namespaces/kube-system/deployments/" + name))
        .map(answer -> answer.object("Deployment", name))
        .map(
            set ->
                new Replicas(
                    set.path("status").path("readyReplicas").asInt(),
                    set.path("spec").path("replicas").asInt(1)));
  }

  @Override
  public List<NodePod> podsOn(String node) {
    HttpUrl url =
        path("api/v1/pods")
            .newBuilder()
            .addQueryParameter("fieldSelector", "spec.nodeName=" + node)
            .build();
    Answer answer = list(url);
    return answer.items(POD).stream().map(item -> nodePod(answer, item, node)).toList();
  }

  private static NodePod nodePod(Answer answer, JsonNode item, String node) {
    String place = answer.text(item, POD, "nodeName", "spec");
    if (!place.equals(node)) {
      // It would be asked to leave a node that stays.
      throw answer.strange("a pod of node " + place);
    }
    return new NodePod(
        answer.text(item, POD, "namespace", "metadata"),
        answer.text(item, POD, "name", "metadata"),
        answer.text(item, POD, "uid", "metadata"),
        tie(item));
  }

  private static NodePod.Tie tie(JsonNode pod) {
    if (ENDED.contains(pod.path("status").path("phase").asText())) {
      return NodePod.Tie.ENDED;
    }
    if (pod.path("metadata").path("annotations").has(MIRROR)) {
      return NodePod.Tie.NODE;
    }
    for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        return owner.path("kind").asText().equals("DaemonSet")
            ? NodePod.Tie.NODE
            : NodePod.Tie.NONE;
      }
    }
    return NodePod.Tie.NO_CONTROLLER;
  }

  /** One patch sets both, so that there is never a cordon whose author nobody knows. */
  @Override
  public void cordon(String node) {
    ObjectNode patch = ApiTransport.MAPPER.createObjectNode();
    patch.putObject("metadata").putObject("annotations").put(MARK, "true");
    patch.putObject("spec").put("unschedulable", true);
    patch(node, patch);
  }

  @Override
  public void uncordon(String node) {
    ObjectNode patch = ApiTransport.MAPPER.createObjectNode();
    patch.putObject("metadata").putObject("annotations").putNull(MARK);
    patch.putObject("spec").putNull("unschedulable");
    patch(node, patch);
  }

  private void patch(String node, JsonNode patch) {
    HttpUrl url = path("api/v1/nodes/" + node);
    JsonNode unused =
        transport
            .send("PATCH", url, MERGE, patch)
            .orElseThrow(() -> missing("PATCH", url))
            .object(NODE, node);
  }

  @Override
  public boolean deleteNode(String node) {
    ObjectNode how = ApiTransport.MAPPER.createObjectNode();
    how.put("apiVersion", "v1").put("kind", "DeleteOptions");
    Optional<Answer> answer =
        transport.send("DELETE", path("api/v1/nodes/" + node), "application/json", how);
    // A node that finalizers keep for now is answered with itself.
    answer.filter(what -> !what.isA(NODE)).ifPresent(Answer::requireSuccess);
    return answer.isPresent();
  }

  @Override
  public Optional<String> evict(NodePod pod) {
    ObjectNode eviction = ApiTransport.MAPPER.createObjectNode();
    eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
    eviction.putObject("metadata").put("name", pod.name()).put("namespace", pod.namespace());
    eviction.putObject("deleteOptions").putObject("preconditions").put("uid", pod.uid());
    String path = "api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/eviction";
    try {
      transport
          .send("POST", path(path), "application/json", eviction)
          .ifPresent(Answer::requireSuccess);
      return Optional.empty();
    } catch (KubernetesException e) {
      if (e.isTooEarly()) {
        return Optional.of(e.serverWords());
      }
      if (e.isConflict()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public KubernetesObjects objects() {
    return new HttpObjects(transport);
  }

  private HttpUrl path(String segments) {
    return transport.path(segments);
  }

  private Answer list(HttpUrl url) {
    return transport.get(url).orElseThrow(() -> missing("GET", url));
  }

  static KubernetesException missing(String method, HttpUrl url) {
    return new KubernetesException(
        method + " " + url + ": not found", ApiTransport.NOT_FOUND, "", null);
  }

  @Override
  public void close() {
    transport.close();
  }
}
