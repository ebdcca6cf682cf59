package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ProxmoxEndpoint;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.RequestSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** The endpoints of a cluster: one is used until it fails, then the next. */
final class EndpointPool {
  private final List<GuardedEndpoint> endpoints;
  private final Counters counters;
  private final AtomicInteger current = new AtomicInteger();

  EndpointPool(List<ProxmoxEndpoint> endpoints, Scheduler scheduler, Counters counters) {
    this.endpoints = endpoints.stream().map(each -> new GuardedEndpoint(each, scheduler)).toList();
    this.counters = counters;
  }

  /**
   * Tries each endpoint once, until one answers or the outcome of a change is in doubt.
   *
   * @param one whether not more than one is asked: whoever looked before looks again before another
   */
  JsonNode run(RequestSummary request, boolean one, GuardedEndpoint.Exchange exchange) {
    List<ProxmoxException> failures = new ArrayList<>();
    int first = current.get();
    for (int i = 0; i < endpoints.size(); i++) {
      int index = (first + i) % endpoints.size();
      GuardedEndpoint endpoint = endpoints.get(index);
      if (!endpoint.mayBeAsked()) {
        failures.add(endpoint.leftAlone(request));
        continue;
      }
      try {
        return endpoint.ask(exchange);
      } catch (ProxmoxException e) {
        if (!GuardedEndpoint.isFaultOfEndpoint(e)) {
          throw e;
        }
        moveOn(index);
        if (one || e.outcomeUnknown()) {
          throw e;
        }
        failures.add(e);
      }
    }
    throw combined(failures);
  }

  private void moveOn(int failed) {
    int next = (failed + 1) % endpoints.size();
    if (next != failed && current.compareAndSet(failed, next)) {
      counters.failedOver();
    }
  }

  /** Told as the failure of an endpoint that was really asked, if there is one. */
  private static ProxmoxException combined(List<ProxmoxException> failures) {
    ProxmoxException first =
        failures.stream()
            .filter(each -> !GuardedEndpoint.wasLeftAlone(each))
            .findFirst()
            .orElse(failures.get(0));
    if (failures.size() == 1) {
      return first;
    }
    String problems =
        failures.stream().map(ProxmoxException::problem).collect(Collectors.joining(" "));
    ProxmoxException all =
        first.toBuilder()
            .problem("None of " + failures.size() + " endpoints answers. " + problems)
            .build();
    failures.stream().filter(each -> each != first).forEach(all::addSuppressed);
    return all;
  }
}
