package io.github.talosforge.proxmox.conformance;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Sits in OkHttp and checks every request that any test makes the client send. */
public final class ConformanceRecorder implements Interceptor {
  /** One for the whole run, so that the operations of all tests are counted together. */
  private static final ConformanceRecorder OF_THIS_RUN = new ConformanceRecorder(ApiSchema.all());

  /** What release 9 brought; everything else must suit both releases. */
  private static final String ONLY_IN_9 = "/cluster/ha/rules";

  private final List<ApiSchema> schemas;
  private final Set<String> operations = new ConcurrentSkipListSet<>();
  private final Set<String> violations = new ConcurrentSkipListSet<>();

  ConformanceRecorder(List<ApiSchema> schemas) {
    this.schemas = schemas;
  }

  /** The recorder that every test of this run shares. */
  public static ConformanceRecorder ofThisRun() {
    return OF_THIS_RUN;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    record(SentRequests.read(chain.request()));
    return chain.proceed(chain.request());
  }

  void record(SentRequest request) {
    boolean onlyIn9 = ("/" + String.join("/", request.path())).startsWith(ONLY_IN_9);
    for (ApiSchema schema : schemas) {
      if (onlyIn9 && !schema.release().startsWith("9")) {
        continue;
      }
      schema.operation(request).ifPresent(operation -> operations.add(operation.name()));
      schema
          .problems(request)
          .forEach(problem -> violations.add(schema.release() + ": " + request + ": " + problem));
    }
  }

  /** The distinct operations that were checked so far. */
  Set<String> operations() {
    return Set.copyOf(operations);
  }

  /** Takes the violations found since the last call. */
  List<String> takeViolations() {
    List<String> taken = List.copyOf(violations);
    taken.forEach(violations::remove);
    return taken;
  }

  boolean hasSchema() {
    return !schemas.isEmpty();
  }
}
