package io.github.talosforge.simulator.kubernetes.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serial;

/** A request that is not granted, in the words of the real API server. */
public final class Refusal extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int code;
  private final String reason;
  private final transient ObjectNode details;

  private Refusal(int code, String reason, String message, ObjectNode details) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  /** There is no such object. */
  public static Refusal notFound(Kind kind, String name) {
    String message = kind.qualified() + " \"" + name + "\" not found";
    return new Refusal(404, "NotFound", message, details(kind, name));
  }

  /** There is no such path. */
  public static Refusal notServed() {
    String message = "the server could not find the requested resource";
    return new Refusal(404, "NotFound", message, details());
  }

  /** The name is taken. */
  public static Refusal alreadyExists(Kind kind, String name) {
    String message = kind.qualified() + " \"" + name + "\" already exists";
    return new Refusal(409, "AlreadyExists", message, details(kind, name));
  }

  /** The object is no longer what the caller takes it for. */
  public static Refusal conflict(Kind kind, String name, String why) {
    String message =
        "Operation cannot be fulfilled on " + kind.qualified() + " \"" + name + "\": " + why;
    return new Refusal(409, "Conflict", message, details(kind, name));
  }

  /** Nobody knows the caller. */
  public static Refusal unauthorized() {
    return new Refusal(401, "Unauthorized", "Unauthorized", details());
  }

  /** The caller may not. */
  public static Refusal forbidden(String message) {
    return new Refusal(403, "Forbidden", message, details());
  }

  /** The request makes no sense. */
  public static Refusal badRequest(String message) {
    return new Refusal(400, "BadRequest", message, details());
  }

  /** A field of the object is wrong. */
  public static Refusal invalid(Kind kind, String name, String field, String why) {
    ObjectNode details = details(kind, name);
    details.put("kind", kind.title());
    ArrayNode causes = details.putArray("causes");
    causes.addObject().put("reason", "FieldValueInvalid").put("message", why).put("field", field);
    String message = kind.title() + " \"" + name + "\" is invalid: " + field + ": " + why;
    return new Refusal(422, "Invalid", message, details);
  }

  /** The path exists, the method does not. */
  public static Refusal methodNotAllowed() {
    String message = "the server does not allow this method on the requested resource";
    return new Refusal(405, "MethodNotAllowed", message, details());
  }

  /** The body is of a kind that nobody here reads. */
  public static Refusal unsupportedMediaType(String accepted) {
    String message =
        "the body of the request was in an unknown format - accepted media types include: "
            + accepted;
    return new Refusal(415, "UnsupportedMediaType", message, details());
  }

  /** The history does not reach back so far. */
  public static Refusal expired(long wanted, long oldest) {
    String message = "too old resource version: " + wanted + " (" + oldest + ")";
    return new Refusal(410, "Expired", message, details());
  }

  /** A disruption budget protects the pod. */
  public static Refusal disruptionBudget(String budget, long needed, long healthy) {
    ObjectNode details = details();
    details
        .putArray("causes")
        .addObject()
        .put("reason", "DisruptionBudget")
        .put(
            "message",
            "The disruption budget %s needs %d healthy pods and has %d currently"
                .formatted(budget, needed, healthy));
    String message = "Cannot evict pod as it would violate the pod's disruption budget.";
    return new Refusal(429, "TooManyRequests", message, details);
  }

  /** More than one disruption budget speaks for the pod. */
  public static Refusal severalBudgets() {
    String message =
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
            + " support.";
    return new Refusal(500, "InternalError", message, details());
  }

  /** No quorum of etcd answers. */
  public static Refusal withoutEtcd() {
    return new Refusal(500, "", "etcdserver: request timed out", details());
  }

  private static ObjectNode details() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode details(Kind kind, String name) {
    ObjectNode details = details().put("name", name);
    if (!kind.group().isEmpty()) {
      details.put("group", kind.group());
    }
    return details.put("kind", kind.plural());
  }

  /** The HTTP status. */
  public int code() {
    return code;
  }

  /** The Status object that says it. */
  public ObjectNode status() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").putObject("metadata");
    status.put("status", "Failure").put("message", getMessage());
    if (!reason.isEmpty()) {
      status.put("reason", reason);
    }
    if (!details.isEmpty()) {
      status.set("details", details.deepCopy());
    }
    return status.put("code", code);
  }
}
