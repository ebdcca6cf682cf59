package io.github.talosforge.health;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Collects the complaints about one check; without any it is passed. */
final class Verdicts {
  private final HealthCheck check;
  private final List<String> complaints = new ArrayList<>();

  Verdicts(HealthCheck check) {
    this.check = check;
  }

  /** Judges a value where it is known; that it is not known is a complaint of its own. */
  <T> Verdicts judge(String subject, Known<T> known, Function<T, String> complaint) {
    String problem = known.value().map(complaint).orElse(known.problem());
    if (!problem.isEmpty()) {
      complaints.add(subject + ": " + problem.lines().findFirst().orElse(""));
    }
    return this;
  }

  void complain(String words) {
    complaints.add(words);
  }

  CheckResult result() {
    return complaints.isEmpty()
        ? new CheckResult(check, CheckResult.State.PASSED, "")
        : new CheckResult(check, CheckResult.State.FAILED, String.join("\n", complaints));
  }

  CheckResult skipped(String why) {
    return new CheckResult(check, CheckResult.State.SKIPPED, why);
  }
}
