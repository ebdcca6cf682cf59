package io.github.talosforge.simulator.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Page;
import io.github.talosforge.simulator.api.Reusable;
import io.github.talosforge.simulator.http.Answer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Writes answers as the API daemon does. */
final class AnswerFormat {
  private final ObjectMapper mapper = new ObjectMapper();
  private final Map<Reusable, String> kept = Collections.synchronizedMap(new WeakHashMap<>());
  private final boolean messageInBody;

  /**
   * A format.
   *
   * @param messageInBody whether failures carry their message in the body, as they do since 8.4;
   *     otherwise only in the reason phrase
   */
  AnswerFormat(boolean messageInBody) {
    this.messageInBody = messageInBody;
  }

  Answer.Reply success(String format, @Nullable Object data) {
    if (data instanceof Reusable list) {
      return format.equals("json")
          ? Answer.Reply.json(200, null, kept(list))
          : success(format, list.data());
    }
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    if (data instanceof Page page) {
      body.put("data", page.data());
      body.put("total", page.total());
    } else {
      body.put("data", data);
    }
    if (format.equals("extjs")) {
      body.put("success", 1);
    }
    return Answer.Reply.json(200, null, json(body));
  }

  Answer.Reply failure(String format, ApiFailure failure) {
    Map<String, @Nullable Object> body = new LinkedHashMap<>();
    body.put("data", null);
    if (!failure.errors().isEmpty()) {
      body.put("errors", failure.errors());
    }
    boolean always200 = format.equals("extjs");
    if (always200 || messageInBody) {
      body.put("message", failure.message());
    }
    if (!always200) {
      return Answer.Reply.json(failure.status(), failure.reason(), json(body));
    }
    body.put("status", failure.status());
    body.put("success", 0);
    return Answer.Reply.json(200, null, json(body));
  }

  /** Lists that tools poll are written once for each time that they change. */
  private String kept(Reusable list) {
    return kept.computeIfAbsent(list, key -> json(Map.of("data", key.data())));
  }

  private String json(Object body) {
    try {
      return mapper.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write an answer as JSON", e);
    }
  }
}
