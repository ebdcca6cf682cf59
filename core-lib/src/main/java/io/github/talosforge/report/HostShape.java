package io.github.talosforge.report;

import io.github.talosforge.report.Picture.Host;

/**
 * One host: a box that is plugged into the network above it, with a cable down to each of its VMs.
 */
final class HostShape {
  static final int WIDTH = 340;

  private static final int TOP = 22;
  private static final int TITLE = 44;
  private static final int GAP = 12;
  private static final int CABLE = 26;

  private final Host host;
  private final boolean sharedAddress;
  private final Markup page;

  HostShape(Host host, boolean sharedAddress, Markup page) {
    this.host = host;
    this.sharedAddress = sharedAddress;
    this.page = page;
  }

  static int height(Host host) {
    int machines =
        host.machines().stream().mapToInt(machine -> MachineShape.height(machine) + GAP).sum();
    return TOP + TITLE + (host.machines().isEmpty() ? 34 : machines) + 4;
  }

  void draw(int height) {
    page.empty(
        "rect",
        "class",
        "box",
        "x",
        "1",
        "y",
        at(TOP),
        "width",
        at(WIDTH - 2),
        "height",
        at(height - TOP - 2),
        "rx",
        "14");
    page.element("text", Words.atMost(24, host.name()), "class", "name", "x", "46", "y", "51");
    String count = Words.count(host.machines().size(), "VM");
    page.element("text", count, "class", "small end", "x", "322", "y", "51");
    if (host.machines().isEmpty()) {
      cable(0, TOP);
      page.element("text", "nothing of this cluster", "class", "small", "x", "46", "y", "78");
    } else {
      machines();
    }
    page.empty("circle", "class", "port", "cx", at(CABLE), "cy", at(TOP), "r", "5");
  }

  private void machines() {
    int top = TOP + TITLE;
    int last = 0;
    for (Machine machine : host.machines()) {
      if (MachineShape.isPlugged(machine)) {
        last = top + MachineShape.PLUG;
        page.empty(
            "path", "class", "cable", "d", "M%d %dH%d".formatted(CABLE, last, MachineShape.LEFT));
      }
      new MachineShape(machine, sharedAddress, page).draw(top);
      top += MachineShape.height(machine) + GAP;
    }
    cable(0, last);
  }

  private void cable(int from, int to) {
    page.empty("path", "class", "cable", "d", "M%d %dV%d".formatted(CABLE, from, to));
  }

  private static String at(int place) {
    return Integer.toString(place);
  }
}
