package io.github.talosforge.simulator.recorded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one run of calls was answered by a real Proxmox VE: a file, a step a line.
 *
 * @param name the file's name without its ending
 * @param steps its lines
 */
record Session(String name, List<Step> steps) {
  static final Path FOLDER = Path.of("src/test/resources/recorded/pve-9.2.11");

  private static final JsonMapper JSON = new JsonMapper();

  static List<Session> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".jsonl"))
          .sorted()
          .map(Session::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Session read(Path file) {
    String name = file.getFileName().toString().replace(".jsonl", "");
    List<Step> steps = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        steps.add(step(name, steps.size() + 1, line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Session(name, steps);
  }

  @Override
  public String toString() {
    return name;
  }

  private static Step step(String session, int line, String text) throws JsonProcessingException {
    return new Step(session, line, JSON.readTree(text));
  }
}
