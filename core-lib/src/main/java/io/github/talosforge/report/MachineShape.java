package io.github.talosforge.report;

import io.github.talosforge.report.Machine.Disk;
import io.github.talosforge.report.Machine.Role;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One VM: who it is, what it does, how large it is, and its disks. */
final class MachineShape {
  static final int LEFT = 46;

  /** How far below the top its cable ends. */
  static final int PLUG = 24;

  private static final int WIDTH = 280;
  private static final int TEXT = LEFT + 14;
  private static final int RIGHT = LEFT + WIDTH - 14;
  private static final int FIRST_DISK = 78;
  private static final int DISK = 22;
  private static final int NAME = 19;
  private static final int LINE = 41;

  private final Machine machine;
  private final boolean sharedAddress;
  private final Markup page;

  MachineShape(Machine machine, boolean sharedAddress, Markup page) {
    this.machine = machine;
    this.sharedAddress = sharedAddress;
    this.page = page;
  }

  static int height(Machine machine) {
    return FIRST_DISK + DISK * ((machine.disks().size() + 1) / 2);
  }

  /** What never runs speaks to nobody. */
  static boolean isPlugged(Machine machine) {
    return machine.role() != Role.DATA;
  }

  void draw(int top) {
    page.open("g", "class", "vm " + machine.role().style() + " " + machine.state().style());
    page.element("title", machine.name());
    box(top);
    text("name", TEXT, top + 28, Words.atMost(NAME, machine.name()));
    text("state end", RIGHT, top + 28, machine.state().label());
    text("small", TEXT, top + 48, Words.atMost(LINE, identity()));
    text("small", TEXT, top + 66, Words.atMost(LINE, hardware()));
    if (sharedAddress && machine.role() == Role.CONTROL_PLANE) {
      vip(top);
    }
    disks(top + FIRST_DISK);
    page.close();
  }

  private void box(int top) {
    rectangle("card", LEFT, top, WIDTH, height(machine), 10);
    rectangle("role", LEFT, top + 12, 4, height(machine) - 24, 2);
    if (isPlugged(machine)) {
      page.empty("circle", "class", "plug", "cx", at(LEFT), "cy", at(top + PLUG), "r", "4");
    }
  }

  private void vip(int top) {
    rectangle("vip", RIGHT - 32, top + 54, 32, 16, 8);
    text("pill", RIGHT - 16, top + 66, "VIP");
  }

  private String identity() {
    return Stream.concat(
            Stream.of(machine.role().label()),
            Stream.concat(machine.vmId().map("VM "::concat).stream(), machine.address().stream()))
        .collect(Collectors.joining(" · "));
  }

  private String hardware() {
    return Stream.of(machine.hardware(), machine.link())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  private void disks(int top) {
    List<Disk> disks = machine.disks();
    for (int index = 0; index < disks.size(); index++) {
      disk(disks.get(index), TEXT + 128 * (index % 2), top + DISK * (index / 2));
    }
  }

  /** Where a disk is; of data it matters more what it is for. */
  private String remark(Disk disk) {
    return machine.role() == Machine.Role.DATA ? disk.use() : disk.storage();
  }

  private void disk(Disk disk, int left, int top) {
    page.open("g", "class", "disk");
    page.element("title", "%s: %s on %s".formatted(disk.use(), disk.size(), disk.storage()));
    page.empty(
        "path",
        "class",
        "drum",
        "d",
        "M%1$d %2$dv9a6 2.5 0 0 0 12 0v-9a6 2.5 0 0 1 -12 0a6 2.5 0 0 1 12 0"
            .formatted(left, top + 2));
    text("tiny", left + 18, top + 11, Words.atMost(17, disk.size() + " " + remark(disk)));
    page.close();
  }

  private void rectangle(String style, int left, int top, int width, int height, int round) {
    page.empty(
        "rect",
        "class",
        style,
        "x",
        at(left),
        "y",
        at(top),
        "width",
        at(width),
        "height",
        at(height),
        "rx",
        at(round));
  }

  private void text(String style, int left, int base, String text) {
    page.element("text", text, "class", style, "x", at(left), "y", at(base));
  }

  private static String at(int place) {
    return Integer.toString(place);
  }
}
