package io.github.talosforge.proxmox.http;

import java.time.Duration;
import java.util.List;
import okhttp3.Interceptor;

/**
 * What a test may replace in a transport.
 *
 * @param scheduler all time
 * @param observers see every request with its {@link ApiRequest} as tag
 * @param longestRead how long one attempt to read may take
 */
record TransportParts(Scheduler scheduler, List<Interceptor> observers, Duration longestRead) {
  /** A read that takes longer will not come; a write may well take as long as its deadline. */
  static final Duration LONGEST_READ = Duration.ofSeconds(20);

  TransportParts {
    observers = List.copyOf(observers);
  }

  static TransportParts real() {
    return new TransportParts(new SystemScheduler(), List.of(), LONGEST_READ);
  }
}
