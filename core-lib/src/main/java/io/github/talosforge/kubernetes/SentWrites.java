package io.github.talosforge.kubernetes;

import io.github.talosforge.audit.Audit;
import io.github.talosforge.audit.Write;
import java.io.IOException;
import java.time.Instant;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/** Tells of each request that changes something, whenever a connection takes it. */
record SentWrites(Audit audit, String principal) implements Interceptor {
  /** Those of a client, who is called as in its certificate. */
  static SentWrites to(Audit audit, ApiServerAccess access) {
    return new SentWrites(audit, String.join(", ", access.client().certificate().commonNames()));
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    if (request.method().equals("GET")) {
      return chain.proceed(request);
    }
    Instant at = Instant.now();
    Write.Outcome outcome = Write.Outcome.UNKNOWN;
    try {
      Response response = chain.proceed(request);
      outcome = response.isSuccessful() ? Write.Outcome.ACCEPTED : Write.Outcome.REFUSED;
      return response;
    } finally {
      String target = request.method() + " " + request.url().encodedPath();
      audit.wrote(Write.of(at, Write.Receiver.KUBERNETES, target, outcome, principal));
    }
  }
}
