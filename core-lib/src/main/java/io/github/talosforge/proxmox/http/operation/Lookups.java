package io.github.talosforge.proxmox.http.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.ApiTransport;
import io.github.talosforge.proxmox.http.OutcomeLookup;
import io.github.talosforge.proxmox.http.OutcomeLookup.Outcome;
import io.github.talosforge.proxmox.http.TaskLookup;
import java.util.List;
import java.util.stream.Stream;

/** How operations find out whether a change happened whose answer was lost. */
final class Lookups {
  private Lookups() {}

  /** The task of a VM; high availability gives some tasks another type. */
  static OutcomeLookup task(String host, int vmId, String... types) {
    List<TaskLookup> lookups =
        Stream.of(types).map(type -> new TaskLookup(host, type, Integer.toString(vmId))).toList();
    return lost ->
        lookups.stream()
            .map(lookup -> lookup.lookUp(lost))
            .filter(outcome -> !(outcome instanceof Outcome.Unknown))
            .findFirst()
            .orElseGet(Outcome.Unknown::new);
  }

  /** The change happened if the object can be read now; the answer was null. */
  static OutcomeLookup present(ApiRequest reading) {
    return lost ->
        isThere(lost.transport(), reading) ? done(NullNode.getInstance()) : new Outcome.Unknown();
  }

  /** The change happened if the object can be read now; the answer was a text. */
  static OutcomeLookup present(ApiRequest reading, String answer) {
    return lost ->
        isThere(lost.transport(), reading) ? done(TextNode.valueOf(answer)) : new Outcome.Unknown();
  }

  /** The change happened if the object can no longer be read. */
  static OutcomeLookup absent(ApiRequest reading) {
    return lost ->
        isThere(lost.transport(), reading) ? new Outcome.Unknown() : done(NullNode.getInstance());
  }

  /**
   * The change happened if a volume can no longer be read and is not listed: of a file that is
   * there but cannot be read just now, a storage of files says the same as of one that is gone.
   */
  static OutcomeLookup gone(ApiRequest reading, ApiRequest listing, String volume) {
    return lost ->
        isThere(lost.transport(), reading) || isListed(lost.transport(), listing, volume)
            ? new Outcome.Unknown()
            : done(NullNode.getInstance());
  }

  private static boolean isListed(ApiTransport transport, ApiRequest listing, String volume) {
    return new AnswerNode(transport.call(listing))
        .items().stream().anyMatch(entry -> entry.text("volid").filter(volume::equals).isPresent());
  }

  static Outcome done(JsonNode data) {
    return new Outcome.Done(data);
  }

  private static boolean isThere(ApiTransport transport, ApiRequest reading) {
    try {
      JsonNode data = transport.call(reading);
      return !data.isArray() || !data.isEmpty();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }
}
