import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Prints "N passed, N failed, N skipped" of all test results below this folder; fails on none. */
class CountTests {
  private static final Pattern SUITE =
      Pattern.compile(
          "<testsuite [^>]*tests=\"(\\d+)\" skipped=\"(\\d+)\" failures=\"(\\d+)\" errors=\"(\\d+)\"");

  public static void main(String[] args) throws Exception {
    List<Path> results;
    try (Stream<Path> files = Files.walk(Path.of("."))) {
      results = files.filter(file -> file.toString().matches(".*/test-results/.*\\.xml")).toList();
    }
    int tests = 0;
    int skipped = 0;
    int failed = 0;
    for (Path result : results) {
      Matcher suite = SUITE.matcher(Files.readString(result));
      if (suite.find()) {
        tests += Integer.parseInt(suite.group(1));
        skipped += Integer.parseInt(suite.group(2));
        failed += Integer.parseInt(suite.group(3)) + Integer.parseInt(suite.group(4));
      }
    }
    int passed = tests - skipped - failed;
    System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
    System.exit(passed == 0 || failed > 0 ? 1 : 0);
  }
}
