package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.OperationTable;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.auth.AccessControl;
import io.github.talosforge.simulator.http.Request;
import io.github.talosforge.simulator.schema.OperationSchema;
import io.github.talosforge.simulator.schema.Schema;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Finds out which operation a request is meant for and who sent it. */
final class Router {
  private final OperationTable operations;
  private final Schema schema;
  private final AccessControl access;

  Router(OperationTable operations, Schema schema, AccessControl access) {
    this.operations = operations;
    this.schema = schema;
    this.access = access;
  }

  /** The template of the operation that fits a path, or the path itself. */
  String template(Request request, ApiPath path) {
    return operations
        .find(request.method(), path.path())
        .map(match -> match.operation().template())
        .orElse(path.path());
  }

  /**
   * Who sent a request. Operations that need no login get whoever it is, or nobody.
   *
   * @throws ApiFailure with status 401
   */
  Principal caller(Request request, ApiPath path, Instant now) {
    boolean open =
        operations
            .find(request.method(), path.path())
            .flatMap(match -> schema.find(request.method(), match.operation().template()))
            .map(OperationSchema::open)
            .orElse(false);
    boolean forgeryChecked = !request.method().equals("GET") && request.upload() == null;
    try {
      return access.authenticate(request.credentials(), forgeryChecked, now);
    } catch (ApiFailure unknown) {
      if (open) {
        return new Nobody();
      }
      throw unknown;
    }
  }

  /**
   * The operation that a request is meant for.
   *
   * @throws ApiFailure when there is none, or none for this caller
   */
  RoutedCall route(Request request, ApiPath path, Principal caller, Instant now) {
    Supplier<ApiFailure> unknown =
        () -> ApiFailure.notImplemented(request.method() + " " + path.path());
    OperationTable.Match match =
        operations.find(request.method(), path.path()).orElseThrow(unknown);
    OperationSchema known =
        schema.find(request.method(), match.operation().template()).orElseThrow(unknown);
    if (known.ticketOnly() && caller.token() != null) {
      throw ApiFailure.of(
          403,
          "Permission check failed (URI '"
              + path.path()
              + "' not available with API token, need proper ticket.\n)");
    }
    return new RoutedCall(apiCall(request, match, caller, now), match.operation(), known);
  }

  private static ApiCall apiCall(
      Request request, OperationTable.Match match, Principal caller, Instant now) {
    Map<String, String> parameters = new LinkedHashMap<>(request.parameters());
    match
        .path()
        .forEach(
            (name, value) -> {
              String again = parameters.remove(name);
              if (again != null && !again.equals(value)) {
                throw ApiFailure.parameter(
                    name, "duplicate parameter (already defined in URI) with conflicting values!");
              }
            });
    return new ApiCall(
        caller,
        request.method(),
        match.operation().template(),
        match.path(),
        parameters,
        request.upload(),
        now);
  }
}
