package io.github.talosforge.proxmox.http;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The few places for slow work on each host and for full copies to each storage. */
final class Places {
  private final Map<String, Bulkhead> hosts = new ConcurrentHashMap<>();
  private final Map<String, Bulkhead> storages = new ConcurrentHashMap<>();
  private final ClientLimits limits;

  Places(ClientLimits limits) {
    this.limits = limits;
  }

  /** Waits for what the request needs; always storage before host, so nobody waits in a circle. */
  Place take(ApiRequest request) {
    Place place = new Place();
    request
        .copyStorage()
        .ifPresent(
            name ->
                take(place, storages, "storage " + name, limits.fullClonesPerStorage(), request));
    request
        .slowHost()
        .ifPresent(name -> take(place, hosts, "host " + name, limits.slowCallsPerHost(), request));
    return place;
  }

  private void take(
      Place place, Map<String, Bulkhead> all, String name, int size, ApiRequest request) {
    Bulkhead bulkhead = all.computeIfAbsent(name, key -> Bulkhead.of(key, config(size)));
    if (!bulkhead.tryAcquirePermission()) {
      place.leave();
      throw ProxmoxException.of(
              ErrorKind.TIMEOUT,
              request.summary()
                  + " was not sent: "
                  + name
                  + " was busy with "
                  + size
                  + " other tasks of this client all the time ("
                  + limits.queueTime()
                  + ").")
          .request(request.summary())
          .build();
    }
    place.add(bulkhead);
  }

  private BulkheadConfig config(int size) {
    return BulkheadConfig.custom()
        .maxConcurrentCalls(size)
        .maxWaitDuration(limits.queueTime())
        .build();
  }
}
