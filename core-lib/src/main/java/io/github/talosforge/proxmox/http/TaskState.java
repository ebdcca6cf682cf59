package io.github.talosforge.proxmox.http;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Proxmox says about a task. */
sealed interface TaskState {
  /** The task still runs. */
  record Running() implements TaskState {}

  /**
   * The task has ended.
   *
   * @param exitStatus {@code OK}, {@code WARNINGS: n}, or the text of the error
   */
  record Ended(String exitStatus) implements TaskState {
    /** More digits than a count can have are cut: that there are warnings is what matters. */
    private static final Pattern WARNINGS = Pattern.compile("WARNINGS: (?<count>\\d{1,9})\\d*");

    /** The number of warnings of a success; empty if the task failed. */
    OptionalInt warnings() {
      if (exitStatus.equals("OK")) {
        return OptionalInt.of(0);
      }
      Matcher matcher = WARNINGS.matcher(exitStatus);
      return matcher.matches()
          ? OptionalInt.of(Integer.parseInt(matcher.group("count")))
          : OptionalInt.empty();
    }
  }

  /** The host does not know the task. */
  record Unknown() implements TaskState {}
}
