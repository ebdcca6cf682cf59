package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Change;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Everything that verbs tell, and the secrets that must not be among it. */
final class Told {
  private final Map<String, String> planted = new LinkedHashMap<>();
  private final Map<String, StringBuilder> told = new LinkedHashMap<>();

  /** Puts a secret of its own into a place; no rule for keys would know what it looks like. */
  String plant(String place) {
    String secret = "opensesame" + (100 + planted.size()) + "x";
    planted.put(secret, place);
    return place.replace("§", secret);
  }

  /** Looks for a secret that was there before, and puts it into a place. */
  String plant(String secret, String place) {
    planted.put(secret, place);
    return place.replace("§", secret);
  }

  int secrets() {
    return planted.size();
  }

  synchronized void by(String verb, String text) {
    told.computeIfAbsent(verb, unused -> new StringBuilder()).append(text).append('\n');
  }

  /** Tells a failure as a stack trace would. */
  void by(String verb, Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      by(verb, each.toString());
      Stream.of(each.getSuppressed()).forEach(hidden -> by(verb, hidden.toString()));
    }
  }

  String by(String verb) {
    return String.valueOf(told.get(verb));
  }

  String everything() {
    return String.join("\n", told.values());
  }

  void holdsNoSecret() {
    assertThat(told).as("what was told").isNotEmpty();
    Set<String> found = new TreeSet<>();
    told.forEach(
        (verb, text) ->
            planted.forEach(
                (secret, place) -> {
                  if (text.indexOf(secret) >= 0) {
                    found.add(verb + " tells what stands at " + place);
                  }
                }));
    assertThat(found).isEmpty();
  }

  /** Hears changes on Proxmox VE. */
  ApplyLog changes(String verb) {
    return new ApplyLog() {
      @Override
      public void begins(Change change) {
        by(verb, ChangeWords.of(change) + " " + change);
      }

      @Override
      public void ends(Outcome outcome) {
        by(verb, outcome.ending() + " " + outcome.reason().orElse(""));
      }

      @Override
      public void warns(Change change, String sentence) {
        by(verb, sentence);
      }
    };
  }

  /** Hears what becomes of machines. */
  TalosLog machines(String verb) {
    return new TalosLog() {
      @Override
      public void begins(String sentence) {
        by(verb, sentence);
      }

      @Override
      public void sees(NodeName node, String words) {
        by(verb, words);
      }

      @Override
      public void does(NodeName node, String words) {
        by(verb, words);
      }

      @Override
      public void warns(NodeName node, String sentence) {
        by(verb, sentence);
      }

      @Override
      public void checked(HealthReport report) {
        by(verb, HealthText.render(report));
      }
    };
  }
}
