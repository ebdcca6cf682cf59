package io.github.talosforge.journal;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CleaningChange;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.Effect;
import io.github.talosforge.plan.FieldChange;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.ImageChange;
import io.github.talosforge.plan.NodeVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.report.PlanDiff;
import io.github.talosforge.report.PlanDiff.Entry;
import io.github.talosforge.report.PlanDiff.Sign;
import io.github.talosforge.report.PlanDiff.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The changes of a plan in the words of the page, those of one node together. */
final class PlanEntries {
  private final UnaryOperator<String> files;
  private final Map<String, Outcome> outcomes;

  PlanEntries(UnaryOperator<String> files, Map<String, Outcome> outcomes) {
    this.files = files;
    this.outcomes = outcomes;
  }

  List<Entry> of(List<Change> changes) {
    Map<String, List<Change>> grouped =
        changes.stream()
            .collect(
                Collectors.groupingBy(PlanEntries::group, LinkedHashMap::new, Collectors.toList()));
    return grouped.values().stream().map(this::entry).toList();
  }

  /** Changes of one VM are one entry, but a stop and start stands by itself. */
  private static String group(Change change) {
    return change instanceof VmChange vm && !(change instanceof StopStartVm)
        ? "vm/" + vm.vm().node()
        : change.id().toString();
  }

  private Entry entry(List<Change> changes) {
    Change first = changes.get(0);
    return new Entry(
        changes.stream().map(PlanEntries::sign).max(Enum::compareTo).orElse(Sign.CHANGE),
        ChangeWords.subject(first),
        details(first),
        changes.stream().flatMap(change -> notes(change).stream()).toList(),
        changes.stream().flatMap(change -> values(change).stream()).toList(),
        outcome(changes));
  }

  private static Sign sign(Change change) {
    if (change instanceof CreateVm
        || change instanceof ImageChange
        || change instanceof BeginEtcd) {
      return Sign.ADD;
    }
    if (change instanceof DestroyVm
        || change instanceof CleaningChange
        || change instanceof WithdrawDisc) {
      return Sign.REMOVE;
    }
    boolean first = change instanceof ConfigureMachine machine && machine.way().isFirst();
    return first ? Sign.ADD : change.disruptive() ? Sign.DISRUPT : Sign.CHANGE;
  }

  private static String details(Change change) {
    if (change instanceof VmChange onVm) {
      NodeVm vm = onVm.vm();
      String address = vm.address().map(ip -> " · " + ip).orElse("");
      return vm.role().label() + " · " + vm.label() + address;
    }
    if (change instanceof BuildTemplate template) {
      return template.identity().name() + " · on " + template.host();
    }
    return ChangeWords.of(change).replaceFirst("^[^:]*: ", "");
  }

  private static List<String> notes(Change change) {
    if (change instanceof CreateVm create) {
      return List.of(source(create), hardware(create));
    }
    if (change instanceof ImageChange image) {
      return List.of("Talos " + image.image().version());
    }
    if (change instanceof StopStartVm restart) {
      return List.of(
          "is stopped and started, so that these take effect: "
              + restart.fields().stream().map(FieldChange::name).collect(Collectors.joining(", ")));
    }
    if (change instanceof DetachDisk detach) {
      return List.of(detach.key() + " is detached; its data stays on " + detach.volume());
    }
    if (change instanceof DestroyVm destroy) {
      return Stream.concat(Stream.of("is destroyed, with"), destroy.volumes().stream()).toList();
    }
    return change instanceof ConfigureMachine machine ? configuration(machine) : List.of();
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

  private static String source(CreateVm create) {
    CreateVm.Source source = create.source();
    if (source instanceof CreateVm.Source.Clone clone) {
      return clone.storage().map(to -> "copied to " + to + " from ").orElse("linked clone of ")
          + clone.template().label();
    }
    if (source instanceof CreateVm.Source.Import disk) {
      return "made from the disk image of Talos " + disk.image().version();
    }
    return source instanceof CreateVm.Source.Iso iso
        ? "boots the installer of Talos " + iso.image().version()
        : "finished: an earlier run made the VM but did not configure it";
  }

  private static String hardware(CreateVm create) {
    Map<String, String> wanted = create.configuration().values();
    Stream<String> disks =
        create.sizes().entrySet().stream().map(disk -> disk.getKey() + " " + disk.getValue());
    return Stream.concat(
            Stream.of(
                wanted.getOrDefault("cores", "1") + " cores",
                wanted.getOrDefault("memory", "512") + " MiB"),
            disks)
        .collect(Collectors.joining(" · "));
  }

  private List<Value> values(Change change) {
    if (change instanceof ChangeConfiguration configure) {
      return configure.fields().stream().map(this::value).toList();
    }
    if (change instanceof GrowDisk grow) {
      return List.of(
          new Value(
              grow.key() + ".size",
              Optional.of(grow.from().toString()),
              Optional.of(grow.to().toString()),
              Effect.AT_ONCE.label(),
              grow.origin().map(this::place)));
    }
    if (change instanceof AddDisk add) {
      Optional<String> size = add.size().map(DiskSize::toString).or(() -> Optional.of("added"));
      return List.of(
          new Value(
              add.key(),
              Optional.empty(),
              size,
              add.effect().label(),
              add.origin().map(this::place)));
    }
    return List.of();
  }

  Value value(FieldChange field) {
    return new Value(
        field.name(),
        field.oldValue(),
        field.newValue(),
        field.effect().label(),
        field.origin().map(this::place));
  }

  private String place(Origin origin) {
    return origin
        .location()
        .map(where -> files.apply(where.file()) + ":" + where.line())
        .orElse(origin.layer().label());
  }

  /** The worst of what became of the changes counts, and their time together. */
  private Optional<PlanDiff.Outcome> outcome(List<Change> changes) {
    List<Outcome> known = new ArrayList<>();
    for (Change change : changes) {
      Optional.ofNullable(outcomes.get(change.id().value())).ifPresent(known::add);
    }
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Outcome.Ending worst =
        Stream.of(Outcome.Ending.FAILED, Outcome.Ending.SKIPPED)
            .filter(ending -> known.stream().anyMatch(one -> one.ending() == ending))
            .findFirst()
            .orElse(Outcome.Ending.DONE);
    Duration took = known.stream().map(Outcome::took).reduce(Duration.ZERO, Duration::plus);
    return Optional.of(
        new PlanDiff.Outcome(
            worst.name().toLowerCase(Locale.ROOT),
            worst == Outcome.Ending.DONE
                ? String.format(Locale.ROOT, "in %.1f s", took.toMillis() / 1000.0)
                : ""));
  }
}
