package io.github.talosforge.plan;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.plan.TextPage.Ink;
import io.github.talosforge.plan.TextPage.Line;
import java.util.List;
import java.util.stream.Stream;

/** The lines about changes that stand by themselves: all but those of VMs. */
final class Paragraphs
    implements ImageChange.Visitor<List<Line>>,
        HaChange.Visitor<List<Line>>,
        CleaningChange.Visitor<List<Line>>,
        TalosChange.Visitor<List<Line>> {

  @Override
  public List<Line> visit(BuildTemplate build) {
    String template = template(build.identity().name(), build.vmId(), build.host());
    return List.of(
        Line.first(Ink.GREEN, "+ template " + template),
        Line.more(what(build.image()) + ", imported from " + build.imageStorage()));
  }

  @Override
  public List<Line> visit(FetchImage fetch) {
    String kind = fetch.content() == FetchImage.Content.ISO ? "CD image" : "disk image";
    return List.of(
        Line.first(Ink.GREEN, "+ " + kind + " in " + fetch.imageStorage() + " on " + fetch.host()),
        Line.more(what(fetch.image()) + ", downloaded unless it is there"));
  }

  private static String what(TalosImage image) {
    String schematic = image.schematicId().value().substring(0, 12);
    return "Talos " + image.version() + ", schematic " + schematic;
  }

  private static String template(String name, VmId id, HostName host) {
    return name + " (VM " + id + ") on " + host;
  }

  @Override
  public List<Line> visit(RemoveTemplate change) {
    boolean begun = change.begun().isPresent();
    String template = template(change.marks().name(), change.vmId(), change.host());
    return List.of(
        Line.first(Ink.RED, (begun ? "- unfinished template " : "- template ") + template),
        Line.more(
            (begun ? "nobody builds it any more" : "nothing uses it")
                + "; it is removed with its disks"));
  }

  @Override
  public List<Line> visit(RemoveImage image) {
    return List.of(
        Line.first(Ink.RED, "- image in " + image.storage() + " on " + image.host()),
        Line.more(image.file().toString()));
  }

  @Override
  public List<Line> visit(RemoveDisc disc) {
    return List.of(
        Line.first(
            Ink.RED, "- CD with a configuration in " + disc.storage() + " on " + disc.host()),
        Line.more(disc.file().toString()));
  }

  @Override
  public List<Line> visit(KeepApart rule) {
    return kept(rule, "rule ", rule.known());
  }

  @Override
  public List<Line> visit(PreferHost group) {
    return kept(group, "group ", group.known());
  }

  private static List<Line> kept(HaChange change, String kind, boolean known) {
    Line first =
        Line.first(known ? Ink.YELLOW : Ink.GREEN, (known ? "~ " : "+ ") + kind + change.name());
    return below(first, change);
  }

  @Override
  public List<Line> visit(RemoveHaEntry entry) {
    String kind =
        switch (entry.kind()) {
          case RESOURCE -> "high availability of ";
          case RULE -> "rule ";
          case GROUP -> "group ";
        };
    return below(Line.first(Ink.RED, "- " + kind + entry.name()), entry);
  }

  private static List<Line> below(Line first, Change change) {
    return Stream.concat(Stream.of(first), ChangeText.sentences(change).stream()).toList();
  }

  @Override
  public List<Line> visit(BeginEtcd begin) {
    return List.of(
        Line.first(Ink.GREEN, "+ etcd is bootstrapped on " + begin.node()),
        Line.more("the other control planes join it"));
  }

  @Override
  public List<Line> visit(WithdrawDisc withdraw) {
    return List.of(
        Line.first(
            Ink.RED, "- " + withdraw.node() + "  CD with its configuration, no longer needed"),
        Line.more(withdraw.volume()));
  }

  @Override
  public List<Line> visit(ConfigureMachine change) {
    return Stream.concat(way(change), change.differences().stream().map(Line::more)).toList();
  }

  private static Stream<Line> way(ConfigureMachine change) {
    String node = change.node() + "  ";
    return switch (change.way()) {
      case FIRST -> Stream.of(Line.first(Ink.GREEN, "+ " + node + "gets its configuration"));
      case BY_DISC ->
          Stream.of(
              Line.first(Ink.GREEN, "+ " + node + "gets its configuration on a CD, and is started"),
              Line.more("the CD is ejected and deleted when the node runs"));
      case AT_ONCE ->
          Stream.of(Line.first(Ink.YELLOW, "~ " + node + "configuration, without a reboot"));
      case WITH_REBOOT ->
          Stream.of(Line.first(Ink.RED, "! " + node + "configuration, needs a reboot"));
    };
  }
}
