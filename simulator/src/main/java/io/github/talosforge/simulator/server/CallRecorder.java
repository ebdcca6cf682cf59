package io.github.talosforge.simulator.server;

import io.github.talosforge.simulator.http.Answer;
import io.github.talosforge.simulator.http.Request;
import io.github.talosforge.simulator.journal.Journal;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes calls down when they end. */
final class CallRecorder {
  private static final Set<String> SECRETS =
      Set.of("password", "confirmation-password", "cipassword", "otp", "tfa-challenge");

  private final Journal journal;

  CallRecorder(Journal journal) {
    this.journal = journal;
  }

  Draft begin(Instant at, Request request, String path, String template) {
    return new Draft(journal, at, request, path, template);
  }

  /** What is known of a call before it ends. */
  static final class Draft {
    private final Journal journal;
    private final Instant at;
    private final Request request;
    private final String path;
    private final String template;
    private volatile String caller = "";

    private Draft(Journal journal, Instant at, Request request, String path, String template) {
      this.journal = journal;
      this.at = at;
      this.request = request;
      this.path = path;
      this.template = template;
    }

    void caller(String id) {
      caller = id;
    }

    void end(
        Answer answer,
        @Nullable String reason,
        @Nullable String task,
        List<String> faults,
        Instant now) {
      journal.add(
          number ->
              new RecordedCall(
                  number,
                  at,
                  Duration.between(at, now),
                  caller,
                  request.method(),
                  path,
                  template,
                  withoutSecrets(request.parameters()),
                  answer.status(),
                  reason,
                  task,
                  faults));
    }

    private static Map<String, String> withoutSecrets(Map<String, String> parameters) {
      Map<String, String> shown = new LinkedHashMap<>(parameters);
      shown.replaceAll((name, value) -> SECRETS.contains(name) ? "***" : value);
      return shown;
    }
  }
}
