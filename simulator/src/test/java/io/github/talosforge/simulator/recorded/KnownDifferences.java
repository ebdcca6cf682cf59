package io.github.talosforge.simulator.recorded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the simulator answers otherwise than was recorded, and why: {@code known-differences.txt}.
 *
 * <p>A reason stands at the beginning of a line, after the day on which it was true; what it
 * explains is indented below it, as the test prints it.
 */
final class KnownDifferences {
  private KnownDifferences() {}

  /** The differences of a session that are known. */
  static List<String> of(String session) {
    return lines().stream()
        .filter(line -> line.startsWith("  " + session + " "))
        .map(String::strip)
        .toList();
  }

  /** Lines that explain nothing, or that nothing explains. */
  static List<String> loose() {
    List<String> loose = new ArrayList<>();
    String before = "";
    for (String line : lines()) {
      boolean reason = line.matches("20\\d\\d-\\d\\d-\\d\\d \\S.{20,}");
      if ((!reason && !line.startsWith("  ")) || (line.startsWith("  ") && before.isEmpty())) {
        loose.add(line);
      }
      if (reason && !before.startsWith("  ") && !before.isEmpty()) {
        loose.add(before);
      }
      before = line;
    }
    return loose;
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(Session.FOLDER.resolve("known-differences.txt")).stream()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
