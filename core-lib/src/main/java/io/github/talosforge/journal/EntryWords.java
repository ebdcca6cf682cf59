package io.github.talosforge.journal;

import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeSentences;
import io.github.talosforge.plan.ChangeSentences.Sentence;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.RemoveHaEntry;
import java.util.List;
import java.util.stream.Stream;

/** What the page says of a change beside its values. */
final class EntryWords {
  private EntryWords() {}

  /** Returns lines about a change: what the plan on the terminal says, or more. */
  static List<String> notes(Change change) {
    if (change instanceof ImageChange image) {
      return List.of("Talos " + image.image().version());
    }
    if (change instanceof ConfigureMachine machine) {
      return configuration(machine);
    }
    if (change instanceof RemoveHaEntry) {
      return List.of("is removed");
    }
    return ChangeSentences.of(change).stream().map(Sentence::text).toList();
  }

  private static List<String> configuration(ConfigureMachine machine) {
    String way =
        switch (machine.way()) {
          case FIRST -> "gets its first machine configuration";
          case BY_DISC -> "gets its first machine configuration on a CD, and is started";
          case AT_ONCE -> "gets another machine configuration, without a reboot";
          case WITH_REBOOT -> "gets another machine configuration, which needs a reboot";
        };
    return Stream.concat(Stream.of(way), machine.differences().stream()).toList();
  }
}
