package io.github.talosforge.simulator.cli;

import io.github.talosforge.simulator.world.Personality;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param hosts how many hosts
 * @param state the folder that survives
 * @param personality the release to speak like
 * @param timeScale what durations are multiplied with
 * @param faults the file with what goes wrong
 * @param port the port of the API; 0: any
 * @param seed where chance starts
 * @param idleLimit how long without a call until it ends; null: for ever
 * @param reasonPhraseOnly whether failures say why as before 8.4
 * @param json whether the connection is printed as one line of JSON
 * @param help whether only the help is wanted
 */
record Options(
    int hosts,
    @Nullable Path state,
    Personality personality,
    double timeScale,
    @Nullable Path faults,
    int port,
    long seed,
    @Nullable Duration idleLimit,
    boolean reasonPhraseOnly,
    boolean json,
    boolean help) {
  static final String HELP =
      """
      A Proxmox VE cluster on loopback, for tests and first steps.

      Options:
        --hosts N             how many hosts (default 3)
        --personality RELEASE the release to speak like: 8.4, 9.1 or 9.2 (default 9.2)
        --time-scale X        what durations are multiplied with; 0: at once (default 0.1)
        --state DIR           keep everything in this folder across restarts
        --port N              port of the API; 0: any free one, or the one of the last run
        --faults FILE         what goes wrong, as YAML
        --seed N              where chance starts (default 1)
        --idle-limit 30m      end after so long without a call (s, m or h)
        --reason-phrase-only  failures say why as before 8.4: not in the body
        --json                print the connection as one line of JSON
        --help                print this

      It prints where it listens, then runs until it is stopped.
      """;

  private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,5})([smh])");

  /**
   * Reads a command line.
   *
   * @throws IllegalArgumentException with a sentence
   */
  static Options parse(List<String> arguments) {
    Draft draft = new Draft();
    Deque<String> rest = new ArrayDeque<>(arguments);
    while (!rest.isEmpty()) {
      String name = rest.remove();
      switch (name) {
        case "--json" -> draft.json = true;
        case "--help", "-h" -> draft.help = true;
        case "--reason-phrase-only" -> draft.reasonPhraseOnly = true;
        default -> draft.set(name, rest);
      }
    }
    return draft.options();
  }

  private static final class Draft {
    int hosts = 3;
    @Nullable Path state;
    Personality personality = Personality.PVE_9_2;
    double timeScale = 0.1;
    @Nullable Path faults;
    int port;
    long seed = 1;
    @Nullable Duration idleLimit;
    boolean reasonPhraseOnly;
    boolean json;
    boolean help;

    void set(String name, Deque<String> rest) {
      int equals = name.indexOf('=');
      if (equals > 0) {
        rest.push(name.substring(equals + 1));
        name = name.substring(0, equals);
      }
      String option = name;
      switch (option) {
        case "--hosts" -> hosts = number(option, value(option, rest), 1, 64);
        case "--state" -> state = Path.of(value(option, rest));
        case "--personality" -> personality = personality(value(option, rest));
        case "--time-scale" -> timeScale = scale(value(option, rest));
        case "--faults" -> faults = Path.of(value(option, rest));
        case "--port" -> port = number(option, value(option, rest), 0, 65535);
        case "--seed" -> seed = number(option, value(option, rest), 0, Integer.MAX_VALUE);
        case "--idle-limit" -> idleLimit = duration(value(option, rest));
        default ->
            throw new IllegalArgumentException(
                "There is no option '" + option + "'; --help lists them.");
      }
    }

    private static String value(String name, Deque<String> rest) {
      String value = rest.poll();
      if (value == null) {
        throw new IllegalArgumentException("The option " + name + " needs a value.");
      }
      return value;
    }

    private static int number(String name, String text, int least, int most) {
      if (!text.matches("[0-9]{1,10}")
          || Long.parseLong(text) < least
          || Long.parseLong(text) > most) {
        throw new IllegalArgumentException(
            name + " takes a number from " + least + " to " + most + ", not '" + text + "'.");
      }
      return Integer.parseInt(text);
    }

    private static double scale(String text) {
      if (!text.matches("[0-9]{1,4}(\\.[0-9]{1,6})?")) {
        throw new IllegalArgumentException(
            "--time-scale takes a number such as 0, 0.1 or 1, not '" + text + "'.");
      }
      return Double.parseDouble(text);
    }

    private static Personality personality(String text) {
      for (Personality known : Personality.values()) {
        if (known.release().equals(text)) {
          return known;
        }
      }
      throw new IllegalArgumentException("--personality is 8.4, 9.1 or 9.2, not '" + text + "'.");
    }

    private static Duration duration(String text) {
      Matcher matcher = DURATION.matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "--idle-limit takes a time such as 90s, 30m or 2h, not '" + text + "'.");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }

    Options options() {
      return new Options(
          hosts,
          state,
          personality,
          timeScale,
          faults,
          port,
          seed,
          idleLimit,
          reasonPhraseOnly,
          json,
          help);
    }
  }
}
