package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.talosforge.audit.Audit;
import io.github.talosforge.audit.Write;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Upid;
import java.time.Instant;
import java.util.Optional;

/** Tells of each write that was sent, as soon as all is known of it that ever will be. */
final class SentWrites {
  private final Audit audit;
  private final String principal;

  SentWrites(Audit audit, String principal) {
    this.audit = audit;
    this.principal = principal;
  }

  void accepted(ApiRequest request, Instant at, JsonNode answer) {
    tell(request, at, Write.Outcome.ACCEPTED, answer.path("data"));
  }

  /** One that leaves doubt is looked up first. */
  void refused(ApiRequest request, Instant at, ProxmoxException failure) {
    if (!failure.outcomeUnknown()) {
      tell(request, at, Write.Outcome.REFUSED, MissingNode.getInstance());
    }
  }

  void lookedUp(ApiRequest request, Instant at, OutcomeLookup.Outcome found) {
    if (found instanceof OutcomeLookup.Outcome.Done done) {
      tell(request, at, Write.Outcome.ACCEPTED, done.data());
    } else {
      boolean certain = found instanceof OutcomeLookup.Outcome.NotDone;
      tell(
          request,
          at,
          certain ? Write.Outcome.REFUSED : Write.Outcome.UNKNOWN,
          MissingNode.getInstance());
    }
  }

  private void tell(ApiRequest request, Instant at, Write.Outcome outcome, JsonNode data) {
    if (request.effect() == ApiRequest.Effect.READ) {
      return;
    }
    String target = request.summary().toString();
    audit.wrote(
        Write.of(at, Write.Receiver.PROXMOX, target, outcome, principal)
            .withUpid(Optional.of(data.asText()).filter(Upid::matches)));
  }
}
