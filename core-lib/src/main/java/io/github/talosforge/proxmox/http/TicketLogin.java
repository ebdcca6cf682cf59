package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.redaction.Redaction;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A password, exchanged for a ticket that every host of the cluster accepts for two hours. */
final class TicketLogin implements Login {
  /** Early enough for a long call to end before the two hours are over. */
  private static final Duration RENEWAL = Duration.ofMinutes(90);

  private static final Duration LIFETIME = Duration.ofHours(2);

  private final ProxmoxCredentials.Password credentials;
  private final Redaction redaction;
  private final Scheduler scheduler;
  private final Function<ApiRequest, JsonNode> anonymous;
  private @Nullable Ticket ticket;

  private record Ticket(String value, String csrf, long obtained) {
    Map<String, String> headers(ApiRequest request) {
      Map<String, String> headers = new HashMap<>();
      headers.put("Cookie", "PVEAuthCookie=" + PathTemplate.encode(value));
      if (request.method() != ApiRequest.Method.GET) {
        headers.put("CSRFPreventionToken", csrf);
      }
      return headers;
    }
  }

  /**
   * Logs in on first use.
   *
   * @param anonymous sends a call without any login
   */
  TicketLogin(
      ProxmoxCredentials.Password credentials,
      Redaction redaction,
      Scheduler scheduler,
      Function<ApiRequest, JsonNode> anonymous) {
    this.credentials = credentials;
    this.redaction = redaction;
    this.scheduler = scheduler;
    this.anonymous = anonymous;
  }

  @Override
  public synchronized Map<String, String> headers(ApiRequest request) {
    @Nullable Ticket held = ticket;
    if (held == null) {
      held = obtain(credentials.password());
    } else if (age(held).compareTo(RENEWAL) > 0) {
      held = prolong(held);
    }
    ticket = held;
    return held.headers(request);
  }

  @Override
  public synchronized boolean renew(Map<String, String> refused) {
    @Nullable Ticket held = ticket;
    if (held != null
        && ("PVEAuthCookie=" + PathTemplate.encode(held.value())).equals(refused.get("Cookie"))) {
      forget(held);
      ticket = null;
    }
    return true;
  }

  /** A ticket that is still good stands in for the password. */
  private Ticket prolong(Ticket held) {
    forget(held);
    if (age(held).compareTo(LIFETIME) >= 0) {
      return obtain(credentials.password());
    }
    try {
      return obtain(held.value());
    } catch (ProxmoxException e) {
      if (e.kind() != ErrorKind.AUTHENTICATION) {
        throw e;
      }
      return obtain(credentials.password());
    }
  }

  private Ticket obtain(String password) {
    JsonNode data =
        anonymous.apply(
            ApiRequest.post("/access/ticket")
                .with("username", credentials.user())
                .withSecret("password", password)
                .readingOnly());
    String value = data.path("ticket").asText("");
    if (value.startsWith("PVE:!tfa!") || data.path("NeedTFA").asBoolean()) {
      throw secondFactor();
    }
    String csrf = data.path("CSRFPreventionToken").asText("");
    redaction.learn(List.of(value, csrf));
    return new Ticket(value, csrf, scheduler.nanos());
  }

  private void forget(Ticket held) {
    redaction.forget(held.value());
    redaction.forget(held.csrf());
  }

  private Duration age(Ticket held) {
    return Duration.ofNanos(scheduler.nanos() - held.obtained());
  }

  private ProxmoxException secondFactor() {
    return ProxmoxException.of(
            ErrorKind.AUTHENTICATION,
            "Proxmox demands a second factor of " + credentials.user() + ", which nobody can type.")
        .suggestion(
            "Use an API token, which needs none: 'pveum user token add "
                + credentials.user()
                + " talosforge' on a host.")
        .build();
  }
}
