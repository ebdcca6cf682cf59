package io.github.talosforge.simulator.recorded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The few words of an error by which a client decides; {@code fragments.txt} lists them. */
final class Fragments {
  private static final List<Pattern> WORDS = read();

  private Fragments() {}

  /** The words in a text that are decided on; the first of the list wins. */
  static Optional<String> in(String text) {
    return WORDS.stream()
        .flatMap(words -> words.matcher(text).results().limit(1).map(MatchResult::group))
        .findFirst();
  }

  private static List<Pattern> read() {
    try {
      return Files.readAllLines(Session.FOLDER.resolve("fragments.txt")).stream()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Pattern.compile(line.split(" +", 2)[1]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
