package io.github.talosforge.plan;

import io.github.talosforge.plan.TextPage.Ink;

/** The lines about changes inside the machines. */
final class TalosText {
  private static final int INDENT = 4;

  private final TextPage page;

  TalosText(TextPage page) {
    this.page = page;
  }

  void change(TalosChange change) {
    page.blank();
    if (change instanceof ConfigureMachine configure) {
      configure(configure);
    } else if (change instanceof BeginEtcd begin) {
      page.line(Ink.GREEN, 0, "+ etcd is bootstrapped on " + begin.node());
      page.line(Ink.PLAIN, INDENT, "the other control planes join it");
    } else if (change instanceof WithdrawDisc withdraw) {
      page.line(
          Ink.RED, 0, "- " + withdraw.node() + "  CD with its configuration, no longer needed");
      page.line(Ink.PLAIN, INDENT, withdraw.volume());
    }
  }

  private void byDisc(ConfigureMachine change) {
    page.line(
        Ink.GREEN, 0, "+ " + change.node() + "  gets its configuration on a CD, and is started");
    page.line(Ink.PLAIN, INDENT, "the CD is ejected and deleted when the node runs");
  }

  private void configure(ConfigureMachine change) {
    switch (change.way()) {
      case FIRST -> page.line(Ink.GREEN, 0, "+ " + change.node() + "  gets its configuration");
      case BY_DISC -> byDisc(change);
      case AT_ONCE ->
          page.line(Ink.YELLOW, 0, "~ " + change.node() + "  configuration, without a reboot");
      case WITH_REBOOT ->
          page.line(Ink.RED, 0, "! " + change.node() + "  configuration, needs a reboot");
    }
    change.differences().forEach(line -> page.line(Ink.PLAIN, INDENT, line));
  }
}
