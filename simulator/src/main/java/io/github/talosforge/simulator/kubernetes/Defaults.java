package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.Refusal;
import java.util.List;
import java.util.regex.Pattern;

/** What the API server fills into new objects, and what it will not take. */
final class Defaults {
  private static final Pattern MICRO_TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}(Z|[+-]\\d\\d:\\d\\d)");

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
      case LEASE -> lease(draft);
      case NODE, EVENT, CONFIG_MAP, POD_DISRUPTION_BUDGET -> {
        // These are taken as they are.
      }
    }
  }

  /** A Lease's times have exactly six digits behind the point, and it lasts some time. */
  static void lease(ObjectNode lease) {
    for (String field : List.of("acquireTime", "renewTime")) {
      String time = lease.path("spec").path(field).asText();
      if (!time.isEmpty() && !MICRO_TIME.matcher(time).matches()) {
        throw Refusal.badRequest(
            "Lease in version \"v1\" cannot be handled as a Lease: parsing time \""
                + time
                + "\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse it");
      }
    }
    JsonNode duration = lease.path("spec").path("leaseDurationSeconds");
    if (duration.isNumber() && duration.asLong() <= 0) {
      throw Refusal.invalid(
          Kind.LEASE,
          lease.at("/metadata/name").asText(),
          "spec.leaseDurationSeconds",
          "Invalid value: " + duration.asLong() + ": must be greater than 0");
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
