package io.github.talosforge.simulator.http;

import io.github.talosforge.simulator.api.UploadedFile;
import io.github.talosforge.simulator.auth.Credentials;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that passed the limits of the transport.
 *
 * @param method the HTTP method
 * @param path the path, still percent-encoded
 * @param parameters the parameters of query and body; several values are separated by NUL
 * @param credentials what says who it comes from
 * @param upload the file of an upload
 */
public record Request(
    String method,
    String path,
    Map<String, String> parameters,
    Credentials credentials,
    @Nullable UploadedFile upload) {
  /** Copies the map and keeps its order. */
  public Request {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }
}
