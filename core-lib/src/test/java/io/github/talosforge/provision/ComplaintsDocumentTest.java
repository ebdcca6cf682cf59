package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/complaints.md} names real tests, or says what is missing. */
class ComplaintsDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/complaints.md");
  private static final Path TESTS = Path.of("src/test/java");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d\\d) \\| [^|]+ \\| ([^|]+) \\|$");
  private static final Pattern CLASS = Pattern.compile("`(\\w+Test)`");

  @Test
  void everyComplaintIsAnsweredByATestOrSaysWhatIsMissing() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(DOCUMENT));
    while (row.find()) {
      rows.put(row.group(1), row.group(2));
    }
    assertThat(rows).hasSize(40);
    Map<String, String> sources = sources();
    rows.forEach(
        (number, answer) -> {
          List<String> classes =
              CLASS.matcher(answer).results().map(found -> found.group(1)).toList();
          assertThat(sources.keySet()).containsAll(classes);
          if (classes.isEmpty()) {
            assertThat(answer).as(number).matches("not yet: .{5,}");
          } else {
            assertThat(classes)
                .as("a test called complaint" + number + "_…")
                .anyMatch(name -> sources.get(name).contains("complaint" + number + "_"));
          }
        });
  }

  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.toString().endsWith("Test.java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  ComplaintsDocumentTest::read,
                  (one, two) -> one + two));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
