package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.plan.TextPage.Ink;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The lines about changes. */
final class ChangeText {
  private static final int INDENT = 4;
  private static final int REASONS = 40;

  private final TextPage page;

  ChangeText(TextPage page) {
    this.page = page;
  }

  void image(ImageChange change) {
    page.blank();
    TalosImage image = change.image();
    String what = "Talos " + image.version() + ", schematic " + shortId(image);
    if (change instanceof BuildTemplate build) {
      page.line(
          Ink.GREEN,
          0,
          "+ template "
              + build.identity().name()
              + " (VM "
              + build.vmId()
              + ") on "
              + build.host());
      page.line(Ink.PLAIN, INDENT, what + ", imported from " + build.imageStorage());
    } else if (change instanceof FetchImage fetch) {
      String kind = fetch.content() == FetchImage.Content.ISO ? "CD image" : "disk image";
      page.line(Ink.GREEN, 0, "+ " + kind + " in " + fetch.imageStorage() + " on " + fetch.host());
      page.line(Ink.PLAIN, INDENT, what + ", downloaded unless it is there");
    }
  }

  void cleaning(CleaningChange change) {
    page.blank();
    if (change instanceof RemoveTemplate template) {
      page.line(
          Ink.RED,
          0,
          (template.begun().isPresent() ? "- unfinished template " : "- template ")
              + template.marks().name()
              + " (VM "
              + template.vmId()
              + ") on "
              + template.host());
      page.line(
          Ink.PLAIN,
          INDENT,
          (template.begun().isPresent() ? "nobody builds it any more" : "nothing uses it")
              + "; it is removed with its disks");
    } else if (change instanceof RemoveImage image) {
      page.line(Ink.RED, 0, "- image in " + image.storage() + " on " + image.host());
      page.line(Ink.PLAIN, INDENT, image.file().toString());
    } else if (change instanceof RemoveDisc disc) {
      page.line(
          Ink.RED, 0, "- CD with a configuration in " + disc.storage() + " on " + disc.host());
      page.line(Ink.PLAIN, INDENT, disc.file().toString());
    }
  }

  private static String shortId(TalosImage image) {
    return image.schematicId().value().substring(0, 12);
  }

  void vm(String name, List<VmChange> changes) {
    page.blank();
    NodeVm vm = changes.get(0).vm();
    boolean made = changes.stream().anyMatch(CreateVm.class::isInstance);
    boolean gone = changes.stream().anyMatch(DestroyVm.class::isInstance);
    boolean anew = made && gone;
    String sign = anew ? "~ " : made ? "+ " : gone ? "- " : "~ ";
    String address = vm.address().map(ip -> ", " + ip).orElse("");
    page.line(
        anew ? Ink.YELLOW : made ? Ink.GREEN : gone ? Ink.RED : Ink.YELLOW,
        0,
        sign + name + "  " + vm.roleLabel() + ", " + vm.label() + address);
    changes.forEach(this::change);
  }

  private void change(VmChange change) {
    if (change instanceof ChangeConfiguration configure) {
      configure.fields().forEach(this::field);
    } else if (change instanceof GrowDisk grow) {
      row(grow.key() + ".size", grow.from() + " → " + grow.to(), grow.origin(), Effect.AT_ONCE);
    } else if (change instanceof AddDisk add) {
      String size = add.size().map(DiskSize::toString).orElse("added");
      row(add.key(), "(none) → " + size, add.origin(), add.effect());
    } else if (change instanceof DetachDisk detach) {
      String size = detach.size().map(DiskSize::toString).orElse("disk");
      row(detach.key(), size + " → (none)", Optional.empty(), Effect.AT_ONCE);
    }
    sentences(change);
    if (change instanceof AdoptVm adopt) {
      adopt.fields().forEach(this::field);
    }
  }

  private void sentences(Change change) {
    ChangeSentences.of(change)
        .forEach(
            sentence ->
                page.line(sentence.drastic() ? Ink.RED : Ink.PLAIN, INDENT, sentence.text()));
  }

  void availability(HaChange change) {
    page.blank();
    boolean known =
        change instanceof KeepApart rule
            ? rule.known()
            : change instanceof PreferHost group && group.known();
    if (change instanceof RemoveHaEntry entry) {
      page.line(Ink.RED, 0, "- " + kind(entry) + entry.name());
    } else {
      String kind = change instanceof KeepApart ? "rule " : "group ";
      page.line(known ? Ink.YELLOW : Ink.GREEN, 0, (known ? "~ " : "+ ") + kind + change.name());
    }
    sentences(change);
  }

  private static String kind(RemoveHaEntry entry) {
    return switch (entry.kind()) {
      case RESOURCE -> "high availability of ";
      case RULE -> "rule ";
      case GROUP -> "group ";
    };
  }

  void restart(StopStartVm change) {
    page.blank();
    page.line(Ink.RED, 0, "! " + change.vm().node() + " (" + change.vm().label() + ")");
    sentences(change);
  }

  void field(FieldChange field) {
    row(field.name(), values(field), field.origin(), field.effect());
  }

  /** Writes a value that waits, without saying again that it does. */
  void waiting(FieldChange field) {
    String place = field.origin().map(ChangeText::place).orElse("");
    page.row(Ink.PLAIN, INDENT, named(field.name(), values(field)), REASONS, place);
  }

  private static String values(FieldChange field) {
    return field.shownOld().orElse("(none)") + " → " + field.shownNew().orElse("(none)");
  }

  private void row(String name, String values, Optional<Origin> origin, Effect effect) {
    String place = origin.map(ChangeText::place).map(where -> where + ", ").orElse("");
    page.row(Ink.PLAIN, INDENT, named(name, values), REASONS, place + effect.label());
  }

  private static String named(String name, String values) {
    return String.format(Locale.ROOT, "%-14s %s", name, values);
  }

  private static String place(Origin origin) {
    return origin
        .location()
        .map(where -> where.file() + ":" + where.line())
        .orElse(origin.layer().label());
  }
}
