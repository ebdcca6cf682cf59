package io.github.talosforge.report;

import io.github.talosforge.report.Picture.Host;
import io.github.talosforge.report.Picture.Network;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The cluster drawn: the network on top, and below it a drawing for each host that wraps into as
 * many columns as there is room for.
 */
final class ClusterDrawing {
  private final Markup page;

  private ClusterDrawing(Markup page) {
    this.page = page;
  }

  static void add(Picture picture, Markup page) {
    ClusterDrawing drawing = new ClusterDrawing(page);
    page.open("div", "class", "drawing");
    drawing.network(picture.network());
    page.open("div", "class", "hosts");
    boolean shared = picture.network().vip().isPresent();
    picture.hosts().forEach(host -> drawing.host(host, shared));
    page.close().close().line();
  }

  private void network(Network network) {
    page.open("dl", "class", "network");
    address("Network", network.cidr(), "cidr");
    network.gateway().ifPresent(gateway -> address("Gateway", gateway, "gateway"));
    network.vip().ifPresent(vip -> address("VIP of the control planes", vip, "vip"));
    page.close().line();
  }

  private void address(String label, String value, String style) {
    page.open("div", "class", style).element("dt", label).element("dd", value).close();
  }

  private void host(Host host, boolean sharedAddress) {
    int height = HostShape.height(host);
    // Each carries its piece of the network's line, so that every row of hosts hangs on one.
    page.open("div", "class", "bay");
    page.open(
        "svg",
        "class",
        "host",
        "viewBox",
        "0 0 " + HostShape.WIDTH + " " + height,
        "role",
        "img",
        "aria-label",
        spoken(host));
    new HostShape(host, sharedAddress, page).draw(height);
    page.close().close().line();
  }

  private static String spoken(Host host) {
    List<Machine> machines = host.machines();
    String who =
        machines.stream()
            .map(vm -> "%s (%s, %s)".formatted(vm.name(), vm.role().label(), vm.state().label()))
            .collect(Collectors.joining(", "));
    return machines.isEmpty() ? host.name() + ", no VMs" : host.name() + " with " + who;
  }
}
