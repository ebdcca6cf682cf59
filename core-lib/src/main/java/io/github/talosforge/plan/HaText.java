package io.github.talosforge.plan;

import io.github.talosforge.plan.TextPage.Ink;
import java.util.stream.Collectors;

/** The lines about high availability. */
final class HaText {
  private static final int INDENT = 4;

  private final TextPage page;

  HaText(TextPage page) {
    this.page = page;
  }

  void managed(ManageHa change) {
    page.line(
        Ink.PLAIN,
        INDENT,
        "high availability looks after it: "
            + change.attempts()
            + change.group().map(group -> ", in group " + group).orElse(""));
  }

  void released() {
    page.line(Ink.PLAIN, INDENT, "high availability no longer looks after it");
  }

  void change(HaChange change) {
    page.blank();
    if (change instanceof KeepApart rule) {
      page.line(
          rule.known() ? Ink.YELLOW : Ink.GREEN, 0, sign(rule.known()) + "rule " + rule.name());
      String vms = rule.vms().stream().map(Object::toString).collect(Collectors.joining(", "));
      page.line(Ink.PLAIN, INDENT, "keeps the VMs " + vms + " on different hosts");
    } else if (change instanceof PreferHost group) {
      page.line(
          group.known() ? Ink.YELLOW : Ink.GREEN, 0, sign(group.known()) + "group " + group.name());
      page.line(
          Ink.PLAIN, INDENT, "its VMs prefer " + group.host() + " and may run on all other hosts");
    } else if (change instanceof RemoveHaEntry entry) {
      String what =
          switch (entry.kind()) {
            case RESOURCE -> "high availability of ";
            case RULE -> "rule ";
            case GROUP -> "group ";
          };
      page.line(Ink.RED, 0, "- " + what + entry.name());
    }
  }

  private static String sign(boolean known) {
    return known ? "~ " : "+ ";
  }
}
