package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import io.github.talosforge.simulator.kubernetes.object.Selector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts what the budgets allow, and evicts pods only within them. */
public final class DisruptionBudgets {
  private final ObjectStore store;

  /**
   * The budgets of a cluster.
   *
   * @param store its objects
   */
  public DisruptionBudgets(ObjectStore store) {
    this.store = store;
  }

  void run() {
    for (ObjectNode budget : store.list(Kind.POD_DISRUPTION_BUDGET, null)) {
      List<ObjectNode> pods = protectedBy(budget);
      long expected = expected(pods);
      long healthy = pods.stream().filter(Pods::isReady).filter(pod -> !Pods.isEnding(pod)).count();
      long needed = needed(budget.path("spec"), expected);
      long allowed = expected == 0 ? 0 : Math.max(0, healthy - needed);
      budget
          .withObject("/status")
          .put("currentHealthy", healthy)
          .put("desiredHealthy", needed)
          .put("disruptionsAllowed", allowed)
          .put("expectedPods", expected)
          .put("observedGeneration", budget.at("/metadata/generation").asLong());
      store.update(Kind.POD_DISRUPTION_BUDGET, budget);
    }
  }

  private List<ObjectNode> protectedBy(JsonNode budget) {
    var selector = Selector.of(budget.path("spec").path("selector"));
    return store.list(Kind.POD, budget.at("/metadata/namespace").asText()).stream()
        .filter(selector)
        .toList();
  }

  /** As many as the workloads of the pods ask for; pods without a workload count themselves. */
  private long expected(List<ObjectNode> pods) {
    Map<String, Long> wanted = new HashMap<>();
    for (ObjectNode pod : pods) {
      JsonNode owner = pod.at("/metadata/ownerReferences/0");
      if (owner.path("kind").asText().equals(Kind.REPLICA_SET.title())) {
        String namespace = pod.at("/metadata/namespace").asText();
        store
            .find(Kind.REPLICA_SET, namespace, owner.path("name").asText())
            .ifPresent(
                set ->
                    wanted.put(
                        owner.path("uid").asText(), set.path("spec").path("replicas").asLong(1)));
      } else {
        wanted.put(pod.at("/metadata/uid").asText(), 1L);
      }
    }
    return wanted.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long needed(JsonNode spec, long expected) {
    return spec.has("maxUnavailable")
        ? Math.max(0, expected - amount(spec.path("maxUnavailable"), expected))
        : amount(spec.path("minAvailable"), expected);
  }

  /** A number, or a percentage of all rounded up. */
  private static long amount(JsonNode value, long all) {
    String text = value.asText();
    return text.endsWith("%")
        ? (Long.parseLong(text.substring(0, text.length() - 1)) * all + 99) / 100
        : value.asLong();
  }

  /**
   * Ends a pod if its budget allows.
   *
   * @param pod the pod
   * @param grace how many seconds it may take; negative: what the pod says
   * @throws Refusal when the budget does not allow it
   */
  public void evict(ObjectNode pod, long grace) {
    List<ObjectNode> budgets =
        store.list(Kind.POD_DISRUPTION_BUDGET, pod.at("/metadata/namespace").asText()).stream()
            .filter(budget -> Selector.of(budget.path("spec").path("selector")).test(pod))
            .toList();
    if (budgets.size() > 1) {
      throw Refusal.severalBudgets();
    }
    if (Pods.isReady(pod) && !Pods.isEnding(pod)) {
      budgets.forEach(DisruptionBudgets::check);
    }
    Pods.end(store, pod, grace);
  }

  private static void check(ObjectNode budget) {
    JsonNode status = budget.path("status");
    if (status.path("disruptionsAllowed").asLong() <= 0) {
      throw Refusal.disruptionBudget(
          budget.at("/metadata/name").asText(),
          status.path("desiredHealthy").asLong(),
          status.path("currentHealthy").asLong());
    }
  }
}
