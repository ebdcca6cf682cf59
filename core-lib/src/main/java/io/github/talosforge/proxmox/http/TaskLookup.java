package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.talosforge.proxmox.Upid;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Looks for the one task that a lost call can have started.
 *
 * <p>Not for calls that run several times at once on the same object, such as clones of one
 * template: their tasks look alike.
 *
 * @param host the host that was to run the task
 * @param type the type of the task, such as {@code qmstart}
 * @param id what the task works on, usually the VM id
 */
public record TaskLookup(String host, String type, String id) implements OutcomeLookup {
  /** Clocks are compared by whole seconds, and the server's was read some calls ago. */
  private static final long SLACK_SECONDS = 2;

  @Override
  public Outcome lookUp(LostCall lost) {
    JsonNode tasks =
        lost.transport()
            .call(
                ApiRequest.get("/nodes/{node}/tasks", host)
                    .with("source", "all")
                    .with("typefilter", type)
                    .with("limit", 200));
    List<Upid> candidates =
        StreamSupport.stream(tasks.spliterator(), false)
            .map(task -> task.path("upid").asText())
            .filter(Upid::matches)
            .map(Upid::parse)
            .filter(upid -> isOf(upid, lost))
            .toList();
    // None is no proof either: the request may still wait in the server's queue.
    return candidates.size() == 1
        ? new Outcome.Done(TextNode.valueOf(candidates.get(0).text()))
        : new Outcome.Unknown();
  }

  private boolean isOf(Upid upid, LostCall lost) {
    return upid.type().equals(type)
        && upid.id().equals(id)
        && upid.user().equals(lost.principal())
        && !upid.started().isBefore(lost.sentAt().minusSeconds(SLACK_SECONDS))
        && !lost.known().test(upid);
  }
}
