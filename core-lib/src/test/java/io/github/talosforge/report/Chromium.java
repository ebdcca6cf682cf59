package io.github.talosforge.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A headless browser over its own debugging protocol: one page, looked at in many ways. */
final class Chromium implements AutoCloseable, WebSocket.Listener {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ANNOUNCEMENT = "DevTools listening on ";

  private final Process process;
  private final WebSocket socket;
  private final StringBuilder partial = new StringBuilder();
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private Chromium(Process process, URI page) {
    this.process = process;
    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, this).join();
    for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
      call(domain + ".enable", Map.of());
    }
  }

  /** Finds the browser: where {@code CHROMIUM} says, or on the path. */
  static Optional<Path> find() {
    Stream<Path> named = Stream.ofNullable(System.getenv("CHROMIUM")).map(Path::of);
    Stream<Path> onPath =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .flatMap(
                folder ->
                    Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)));
    return Stream.concat(named, onPath).filter(Files::isExecutable).findFirst();
  }

  static Chromium start(Path program, Path profile) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                // A browser looks for updates and more by itself; nothing leaves this machine.
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-quic",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    return new Chromium(process, page(endpoint(process)));
  }

  private static URI endpoint(Process process) throws IOException {
    BufferedReader said = process.inputReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(ANNOUNCEMENT)) {
        return URI.create(line.substring(ANNOUNCEMENT.length()));
      }
    }
    throw new IOException("The browser ended without saying where it listens");
  }

  private static URI page(URI browser) throws IOException, InterruptedException {
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://" + browser.getAuthority() + "/json")).build();
    String answer = HttpClient.newHttpClient().send(list, BodyHandlers.ofString()).body();
    for (JsonNode target : MAPPER.readTree(answer)) {
      if (target.get("type").asText().equals("page")) {
        return URI.create(target.get("webSocketDebuggerUrl").asText());
      }
    }
    throw new IOException("The browser has no page: " + answer);
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      String message = partial.toString();
      partial.setLength(0);
      hear(message);
    }
    from.request(1);
    return null;
  }

  private void hear(String message) {
    try {
      JsonNode json = MAPPER.readTree(message);
      if (json.has("id")) {
        answers.remove(json.get("id").asInt()).complete(json);
      } else {
        event(json.get("method").asText(), json.get("params"));
      }
    } catch (IOException e) {
      complaints.add("unreadable: " + e.getMessage());
    }
  }

  private void event(String method, JsonNode params) {
    switch (method) {
      case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded" ->
          complaints.add(params.toString());
      case "Network.requestWillBeSent" -> requests.add(params.at("/request/url").asText());
      default ->
          Optional.ofNullable(awaited.remove(method)).ifPresent(wait -> wait.complete(params));
    }
  }

  /** Calls the browser and waits for its answer. */
  JsonNode call(String method, Map<String, ?> params) {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode request = MAPPER.createObjectNode().put("id", id).put("method", method);
    request.set("params", MAPPER.valueToTree(params));
    socket.sendText(request.toString(), true).join();
    JsonNode answered = answer.orTimeout(10, TimeUnit.MINUTES).join();
    if (answered.has("error")) {
      throw new IllegalStateException(method + ": " + answered.get("error"));
    }
    return answered.get("result");
  }

  /** Opens a file and waits until all of it is there. */
  Chromium open(Path file) {
    CompletableFuture<JsonNode> loaded = new CompletableFuture<>();
    awaited.put("Page.loadEventFired", loaded);
    call("Page.navigate", Map.of("url", file.toUri().toString()));
    loaded.orTimeout(10, TimeUnit.MINUTES).join();
    return this;
  }

  Chromium look(int width, String scheme) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            "",
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    return this;
  }

  /** Shows the page as it is printed, until the next {@link #look}. */
  Chromium onPaper() {
    call("Emulation.setEmulatedMedia", Map.of("media", "print"));
    return this;
  }

  /** Presses a key and lets it go. */
  Chromium press(String key, String text) {
    int code = key.equals("Tab") ? 9 : 13;
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Map.of(
              "type", type, "key", key, "code", key, "text", text, "windowsVirtualKeyCode", code));
    }
    return this;
  }

  /** Returns what an expression says in the page. */
  JsonNode evaluate(String expression) {
    return call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true))
        .at("/result/value");
  }

  byte[] screenshot() {
    return Base64.getDecoder()
        .decode(
            call("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data")
                .asText());
  }

  byte[] paper() {
    return Base64.getDecoder().decode(call("Page.printToPDF", Map.of()).get("data").asText());
  }

  List<String> complaints() {
    return new ArrayList<>(complaints);
  }

  List<String> requests() {
    return new ArrayList<>(requests);
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
