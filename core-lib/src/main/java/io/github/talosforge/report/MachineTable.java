package io.github.talosforge.report;

import java.util.stream.Collectors;

/** The machines in rows: what the drawing shows, for those who copy or listen. */
final class MachineTable {
  private MachineTable() {}

  static void add(Picture picture, Markup page) {
    page.open("details", "class", "rows").element("summary", "The same as a table");
    page.open(
        "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Machines");
    page.open("table").open("thead").open("tr");
    for (String title : new String[] {"Node", "Role", "State", "VM", "Host", "Address", "Disks"}) {
      page.element("th", title, "scope", "col");
    }
    page.close().close().open("tbody");
    for (Picture.Host host : picture.hosts()) {
      host.machines().forEach(machine -> row(host, machine, page));
    }
    page.close().close().close().close();
  }

  private static void row(Picture.Host host, Machine machine, Markup page) {
    page.open("tr").element("th", machine.name(), "scope", "row");
    page.element("td", machine.role().label()).element("td", machine.state().label());
    page.element("td", machine.vmId().orElse("–")).element("td", host.name());
    page.element("td", machine.address().orElse("–"));
    page.element("td", disks(machine)).close().line();
  }

  private static String disks(Machine machine) {
    return machine.disks().stream()
        .map(disk -> disk.use() + " " + disk.size() + " on " + disk.storage())
        .collect(Collectors.joining(", "));
  }
}
