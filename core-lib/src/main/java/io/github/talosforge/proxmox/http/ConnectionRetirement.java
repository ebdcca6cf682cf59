package io.github.talosforge.proxmox.http;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Ends a connection one request before Proxmox would after its hundredth, so that no request is
 * ever sent into a connection that the server is closing.
 */
final class ConnectionRetirement implements Interceptor {
  static final int REQUESTS = 99;

  private final Map<Connection, Integer> served = Collections.synchronizedMap(new WeakHashMap<>());

  @Override
  public Response intercept(Chain chain) throws IOException {
    Connection connection = Objects.requireNonNull(chain.connection());
    int count = Objects.requireNonNull(served.merge(connection, 1, Integer::sum));
    if (count < REQUESTS) {
      return chain.proceed(chain.request());
    }
    return chain.proceed(chain.request().newBuilder().header("Connection", "close").build());
  }
}
