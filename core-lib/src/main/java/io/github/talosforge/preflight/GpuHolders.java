package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.preflight.GpuCheck.Wish;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.PciMapping;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.property.PassedThroughDevice;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Who has the devices of a host. Proxmox itself notices only when the second VM starts. */
final class GpuHolders {
  private final ProxmoxClient client;
  private final ObservedCluster world;
  private final HostName host;
  private final List<PciMapping> mappings;

  /** A VM and the device that it has. */
  private record Holder(ObservedGuest guest, PassedThroughDevice device) {}

  GpuHolders(
      ProxmoxClient client, ObservedCluster world, HostName host, List<PciMapping> mappings) {
    this.client = client;
    this.world = world;
    this.host = host;
    this.mappings = mappings;
  }

  /** Returns the addresses that a mapping has on a host; one entry can be several functions. */
  static List<String> devicesOn(HostName host, PciMapping mapping) {
    return mapping.devices().stream()
        .map(GpuHolders::properties)
        .filter(device -> host.value().equals(device.get("node")))
        .flatMap(device -> Optional.ofNullable(device.get("path")).stream())
        .flatMap(path -> Arrays.stream(path.split(";", -1)))
        .toList();
  }

  private static Map<String, String> properties(String text) {
    Map<String, String> properties = new HashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        properties.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return properties;
  }

  void check(List<Wish> wishes, List<Finding> findings) {
    List<Holder> holders = holders(wishes.stream().map(Wish::vm).toList());
    List<Wish> rest = new ArrayList<>(wishes);
    while (!rest.isEmpty()) {
      List<Wish> same = sameDevices(rest);
      rest.removeAll(same);
      compare(same, rivals(same, holders), findings);
    }
  }

  /** Returns the first wish and all that are about the same devices, directly or by another. */
  private List<Wish> sameDevices(List<Wish> wishes) {
    List<Wish> same = new ArrayList<>(List.of(wishes.get(0)));
    for (int known = 0; known < same.size(); known++) {
      Wish one = same.get(known);
      wishes.stream()
          .filter(other -> !same.contains(other) && isSame(one.device(), other.device()))
          .forEach(same::add);
    }
    return same;
  }

  private List<Holder> rivals(List<Wish> same, List<Holder> holders) {
    return holders.stream()
        .filter(holder -> same.stream().anyMatch(wish -> isSame(wish.device(), holder.device())))
        .toList();
  }

  /** A raw address and a mapping can be the same device. */
  private boolean isSame(PassedThroughDevice wanted, PassedThroughDevice held) {
    if (wanted.mapping().isPresent() && wanted.mapping().equals(held.mapping())) {
      return true;
    }
    return addresses(wanted).stream()
        .anyMatch(mine -> addresses(held).stream().anyMatch(his -> overlap(mine, his)));
  }

  private List<String> addresses(PassedThroughDevice device) {
    return device
        .mapping()
        .map(
            name ->
                mappings.stream()
                    .filter(mapping -> mapping.name().equals(name))
                    .flatMap(mapping -> devicesOn(host, mapping).stream())
                    .toList())
        .orElseGet(device::host);
  }

  private static boolean overlap(String one, String other) {
    String first = full(one);
    String second = full(other);
    return first.equals(second) || first.startsWith(second + ".") || second.startsWith(first + ".");
  }

  private static String full(String address) {
    return address.indexOf(':') == address.lastIndexOf(':') ? "0000:" + address : address;
  }

  private void compare(List<Wish> same, List<Holder> rivals, List<Finding> findings) {
    List<PassedThroughDevice> wanted = same.stream().map(Wish::device).toList();
    List<PassedThroughDevice> promised = rivals.stream().map(Holder::device).toList();
    List<PassedThroughDevice> busy =
        rivals.stream().filter(this::runs).map(Holder::device).toList();
    String words = same.stream().map(Wish::words).distinct().collect(Collectors.joining(" and "));
    String names =
        rivals.stream().map(rival -> rival.guest().label()).collect(Collectors.joining(", "));
    if (!fits(wanted, busy)) {
      findings.add(
          PreflightFinding.DEVICE_TAKEN.finding(
              same.size()
                  + (same.size() == 1 ? " node wants " : " nodes want ")
                  + words
                  + " on host "
                  + host
                  + ", which has "
                  + DeviceMatching.count(choices(wanted))
                  + (names.isEmpty() ? "." : ", held by " + names + "."),
              "Place the nodes on other hosts, or stop the VMs that have the device."));
    } else if (!fits(wanted, promised)) {
      findings.add(
          PreflightFinding.DEVICE_PROMISED.finding(
              "The "
                  + words
                  + " of host "
                  + host
                  + " is also given to "
                  + names
                  + ", which does not run now.",
              "Only one of them can run at a time."));
    }
  }

  private boolean fits(List<PassedThroughDevice> wanted, List<PassedThroughDevice> held) {
    List<Set<String>> all = new ArrayList<>(choices(wanted));
    all.addAll(choices(held));
    return DeviceMatching.fits(all);
  }

  /** A mapping is content with any of its devices, addresses ask for each of them. */
  private List<Set<String>> choices(List<PassedThroughDevice> devices) {
    List<Set<String>> choices = new ArrayList<>();
    for (PassedThroughDevice device : devices) {
      Optional<String> mapping = device.mapping();
      if (mapping.isPresent()) {
        Set<String> any = mapped(mapping.get());
        // One that is missing or empty is reported as such, and is not one that others have.
        choices.add(any.isEmpty() ? Set.of("mapping " + mapping.get()) : any);
      } else {
        device.host().forEach(address -> choices.add(Set.of(full(address))));
      }
    }
    return choices;
  }

  private Set<String> mapped(String name) {
    return mappings.stream()
        .filter(mapping -> mapping.name().equals(name))
        .flatMap(mapping -> mapping.devices().stream())
        .map(GpuHolders::properties)
        .filter(device -> host.value().equals(device.get("node")))
        .flatMap(device -> Optional.ofNullable(device.get("path")).stream())
        .map(path -> full(path.split(";", 2)[0]))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The list tells of a start ten seconds late. */
  private boolean runs(Holder holder) {
    return client.vm(host.value(), holder.guest().id().value()).status().isRunning();
  }

  private List<Holder> holders(List<NodeVm> wanting) {
    List<Holder> holders = new ArrayList<>();
    world.guests().stream()
        .filter(guest -> guest.kind() == ObservedGuest.Kind.VM && guest.host().equals(host))
        .filter(guest -> wanting.stream().noneMatch(vm -> vm.vmId().equals(guest.id())))
        .forEach(guest -> holders.addAll(holdings(guest)));
    return holders;
  }

  private List<Holder> holdings(ObservedGuest guest) {
    return configuration(guest).stream()
        .flatMap(live -> live.current().entrySet().stream())
        .filter(entry -> entry.getKey().matches("hostpci\\d+"))
        .flatMap(entry -> parsed(entry.getValue()).stream())
        .map(device -> new Holder(guest, device))
        .toList();
  }

  private Optional<GuestConfiguration> configuration(ObservedGuest guest) {
    if (guest.configuration().isPresent()) {
      return guest.configuration();
    }
    try {
      return Optional.of(
          GuestConfiguration.of(client.vm(host.value(), guest.id().value()).pending()));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND || e.kind() == ErrorKind.PERMISSION) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Optional<PassedThroughDevice> parsed(String text) {
    try {
      return Optional.of(PassedThroughDevice.parse(text));
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }
}
