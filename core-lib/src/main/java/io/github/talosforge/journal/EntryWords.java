package io.github.talosforge.journal;

import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeSentences;
import io.github.talosforge.plan.ChangeSentences.Sentence;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.HaChange;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.RemoveHaEntry;
import io.github.talosforge.plan.VmChange;
import java.util.List;
import java.util.stream.Stream;

/** What the page says of a change beside its values. */
final class EntryWords {
  private EntryWords() {}

  /** Returns what a change is about, beside its name. */
  static String details(Change change) {
    if (change instanceof VmChange onVm) {
      NodeVm vm = onVm.vm();
      String address = vm.address().map(ip -> " · " + ip).orElse("");
      return vm.roleLabel() + " · " + vm.label() + address;
    }
    if (change instanceof BuildTemplate template) {
      return template.identity().name() + " · on " + template.host();
    }
    return change instanceof HaChange
        ? "high availability"
        : ChangeWords.of(change).replaceFirst("^[^:]*: ", "");
  }

  /** Returns lines about a change. */
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
