package io.github.talosforge.simulator.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.RawClient.Reply;
import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sends the calls of a session to a simulator, and writes its answers down as fixtures do. */
final class Replay implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String BOUNDARY = "recorded";

  /** Begins as a qcow2 file does; requests are sent as bytes, a character each. */
  private static final String IMAGE = "QFI\u00fb" + "\0".repeat(100);

  private final Simulator simulator;
  private final Map<String, String> secrets = new HashMap<>();
  private RawClient connection;

  Replay(Simulator simulator) {
    this.simulator = simulator;
  }

  /** The answer to a step, in the words of the fixtures. */
  ObjectNode answer(Step step) throws IOException {
    byHand(step);
    Reply reply = send(step.method(), target(step), head(step), body(step));
    learn(step, reply);
    ObjectNode answer = Answers.of(reply);
    if (answer.has("task")) {
      String task = "/api2/json/nodes/pve1/tasks/" + Answers.data(reply).asText() + "/status";
      Answers.addEnd(answer, send("GET", task, login(""), ""));
    }
    return answer;
  }

  private void byHand(Step step) {
    if (step.byHand().isEmpty()) {
      return;
    }
    String[] words = step.byHand().split(" ", 3);
    switch (words[0]) {
      case "lock" -> simulator.interventions().hold(Integer.parseInt(words[1]), words[2]);
      case "unlock" -> simulator.interventions().unlock(Integer.parseInt(words[1]));
      default -> throw new IllegalArgumentException(step + ": " + step.byHand());
    }
  }

  private Reply send(String method, String target, String head, String body) throws IOException {
    if (connection == null) {
      connection = RawClient.tls(simulator.url());
    }
    String request = method + " " + target + " HTTP/1.1\r\nHost: pve1\r\n" + head + "\r\n" + body;
    Reply reply = connection.exchange(request.getBytes(StandardCharsets.ISO_8859_1));
    if (!reply.headers().getOrDefault("connection", "").equalsIgnoreCase("keep-alive")) {
      close();
    }
    return reply;
  }

  private String target(Step step) {
    String path =
        step.json().path("whole path").asBoolean() ? step.path() : "/api2/json" + step.path();
    String query = inBody(step) ? "" : encoded(step);
    return query.isEmpty() ? path : path + "?" + query;
  }

  private static boolean inBody(Step step) {
    return List.of("POST", "PUT").contains(step.method()) || step.json().has("json");
  }

  private String head(Step step) {
    if (!inBody(step)) {
      return login(step.caller());
    }
    return login(step.caller())
        + "Content-Type: "
        + type(step)
        + "\r\nContent-Length: "
        + body(step).length()
        + "\r\n";
  }

  private static String type(Step step) {
    if (step.json().has("form")) {
      return "multipart/form-data; boundary=" + BOUNDARY;
    }
    return step.json().has("json") ? "application/json" : "application/x-www-form-urlencoded";
  }

  private String login(String caller) {
    return switch (caller) {
      case "" -> RawClient.token(simulator.token());
      case "nobody" -> "";
      default ->
          RawClient.token(
              caller + "=" + secrets.getOrDefault(caller, "00000000-0000-0000-0000-000000000000"));
    };
  }

  private String body(Step step) {
    if (!inBody(step)) {
      return "";
    }
    if (step.json().has("json")) {
      return step.json().path("with").toString();
    }
    return step.json().has("form") ? form(step.json().path("form")) : encoded(step);
  }

  private String encoded(Step step) {
    return step.parameters().entrySet().stream()
        .map(each -> encoded(each.getKey()) + "=" + encoded(given(each.getValue())))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String given(String value) {
    return value.replace("{factory}", simulator.connection().factory());
  }

  /** The parts in the order of the fixture; {@code @name} is a file. */
  private static String form(JsonNode parts) {
    StringBuilder body = new StringBuilder();
    for (JsonNode part : parts) {
      String[] halves = part.asText().split("=", 2);
      boolean file = halves[1].startsWith("@");
      body.append(
          "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + halves[0] + "\"");
      body.append(file ? "; filename=\"" + halves[1].substring(1) + "\"\r\n" : "\r\n");
      body.append(
          file
              ? "Content-Type: application/octet-stream\r\n\r\n" + IMAGE + "\r\n"
              : "\r\n" + halves[1] + "\r\n");
    }
    return body.append("--" + BOUNDARY + "--\r\n").toString();
  }

  /** A token's secret is told once, when it is made. */
  private void learn(Step step, Reply reply) throws IOException {
    if (step.method().equals("POST") && step.path().contains("/token/") && reply.status() == 200) {
      JsonNode made = JSON.readTree(reply.body()).path("data");
      secrets.put(made.path("full-tokenid").asText(), made.path("value").asText());
    }
  }

  @Override
  public void close() throws IOException {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
