package io.github.talosforge.proxmox.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a real Proxmox VE answered to a call: a line of the fixtures that the simulator's tests
 * replay, where {@code docs/simulator-ledger.md} says what they hold.
 *
 * @param place the fixture and the line
 * @param json the line as it stands
 */
public record RealAnswer(String place, JsonNode json) {
  static final Path FOLDER = Path.of("../simulator/src/test/resources/recorded/pve-9.2.11");

  private static final JsonMapper JSON = new JsonMapper();

  /** Every answer that was recorded, in the order of the sessions. */
  public static List<RealAnswer> all() {
    List<RealAnswer> answers = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".jsonl")).sorted().toList()) {
        read(file, answers);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answers;
  }

  private static void read(Path file, List<RealAnswer> answers) throws IOException {
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      JsonNode json = JSON.readTree(line);
      if (json.has("status")) {
        answers.add(new RealAnswer(file.getFileName() + ":" + number, json));
      }
    }
  }

  /** The method. */
  public String method() {
    return json.path("call").asText().split(" ", 2)[0];
  }

  /** The path below {@code /api2/json}. */
  public String path() {
    return json.path("call").asText().split(" ", 2)[1];
  }

  /** The status of the answer. */
  public int status() {
    return json.path("status").asInt();
  }

  /** The words that are decided on, from the answer or from the end of its task; or empty. */
  public String says() {
    return json.path("says").asText();
  }

  /** Whether the answer was a task that failed. */
  public boolean taskFailed() {
    return json.path("ends").asText().equals("failed");
  }

  /** The data, with something in the place of what differs from run to run. */
  public JsonNode data() {
    String data =
        json.path("data")
            .toString()
            .replace("\"<number>\"", "1")
            .replace("<MAC>", "BC:24:11:00:00:01")
            .replace("<uuid>", "5a6f8d7a-1b2c-4d3e-8f90-a1b2c3d4e5f6");
    try {
      return JSON.readTree(data);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return place + " " + json.path("call").asText();
  }
}
