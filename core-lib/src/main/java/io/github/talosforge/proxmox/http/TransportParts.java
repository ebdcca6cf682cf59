package io.github.talosforge.proxmox.http;

import java.util.List;
import okhttp3.Interceptor;

/**
 * What a test may replace in a transport.
 *
 * @param scheduler all time
 * @param observers see every request with its {@link ApiRequest} as tag
 */
record TransportParts(Scheduler scheduler, List<Interceptor> observers) {
  TransportParts {
    observers = List.copyOf(observers);
  }

  static TransportParts real() {
    return new TransportParts(new SystemScheduler(), List.of());
  }
}
