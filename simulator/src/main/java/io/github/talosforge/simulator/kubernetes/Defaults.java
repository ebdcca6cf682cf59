package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.Refusal;

/** What the API server fills into new objects, and what it will not take. */
final class Defaults {
  private Defaults() {}

  static void fill(Kind kind, ObjectNode draft) {
    if (kind.subresources().contains("status") && kind != Kind.NODE) {
      draft.remove("status");
    }
    switch (kind) {
      case POD -> pod(draft);
      case NAMESPACE -> {
        String name = draft.at("/metadata/name").asText();
        draft
            .withObject("/metadata")
            .withObject("/labels")
            .put("kubernetes.io/metadata.name", name);
        draft.withObject("/spec").putArray("finalizers").add("kubernetes");
        draft.withObject("/status").put("phase", "Active");
      }
      case DEPLOYMENT, REPLICA_SET -> {
        demand(kind, draft, "selector");
        if (!draft.path("spec").has("replicas")) {
          draft.withObject("/spec").put("replicas", 1);
        }
      }
      case DAEMON_SET -> demand(kind, draft, "selector");
      case NODE, EVENT, CONFIG_MAP, LEASE, POD_DISRUPTION_BUDGET -> {
        // These are taken as they are.
      }
    }
  }

  private static void pod(ObjectNode draft) {
    demand(Kind.POD, draft, "containers");
    ObjectNode spec = draft.withObject("/spec");
    if (!spec.has("restartPolicy")) {
      spec.put("restartPolicy", "Always");
    }
    if (!spec.has("terminationGracePeriodSeconds")) {
      spec.put("terminationGracePeriodSeconds", 30);
    }
    draft.withObject("/status").put("phase", "Pending");
  }

  private static void demand(Kind kind, ObjectNode draft, String field) {
    if (draft.path("spec").path(field).isEmpty()) {
      String name = draft.at("/metadata/name").asText();
      throw Refusal.invalid(kind, name, "spec." + field, "Required value");
    }
  }
}
