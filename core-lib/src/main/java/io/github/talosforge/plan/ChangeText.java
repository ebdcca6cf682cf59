package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.TextPage.Ink;
import io.github.talosforge.plan.TextPage.Line;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The lines about changes of VMs. */
final class ChangeText {
  private static final int REASONS = 40;

  private final TextPage page;

  ChangeText(TextPage page) {
    this.page = page;
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
    if (change instanceof DetachDisk detach) {
      String size = detach.size().map(DiskSize::toString).orElse("disk");
      row(detach.key(), size + " → (none)", Optional.empty(), Effect.AT_ONCE);
    }
    page.lines(sentences(change));
    ChangeSentences.values(change).forEach(this::field);
  }

  /** Returns the lines that say what a change does beside giving values. */
  static List<Line> sentences(Change change) {
    return ChangeSentences.of(change).stream()
        .map(said -> Line.more(said.drastic() ? Ink.RED : Ink.PLAIN, said.text()))
        .toList();
  }

  void restart(StopStartVm change) {
    page.blank();
    page.line(Ink.RED, 0, "! " + change.vm().node() + " (" + change.vm().label() + ")");
    page.lines(sentences(change));
  }

  void field(FieldChange field) {
    row(field.name(), values(field), field.origin(), field.effect());
  }

  /** Writes a value that waits, without saying again that it does. */
  void waiting(FieldChange field) {
    String place = field.origin().map(ChangeText::place).orElse("");
    page.row(Ink.PLAIN, TextPage.INDENT, named(field.name(), values(field)), REASONS, place);
  }

  private static String values(FieldChange field) {
    return field.shownOld().orElse("(none)") + " → " + field.shownNew().orElse("(none)");
  }

  private void row(String name, String values, Optional<Origin> origin, Effect effect) {
    String place = origin.map(ChangeText::place).map(where -> where + ", ").orElse("");
    page.row(Ink.PLAIN, TextPage.INDENT, named(name, values), REASONS, place + effect.label());
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
