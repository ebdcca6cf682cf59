package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Hardware;
import io.github.talosforge.proxmox.PciDevice;
import io.github.talosforge.proxmox.PciMapping;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.property.PassedThroughDevice;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks whether the devices that VMs are to have are there, can be passed on, and are free. */
final class GpuCheck {
  /**
   * A VM that is to have a device.
   *
   * @param vm the VM
   * @param device the device
   */
  record Wish(NodeVm vm, PassedThroughDevice device) {
    String words() {
      return device.mapping().map(name -> "mapping " + name).orElseGet(() -> device.host() + "");
    }
  }

  private final ProxmoxClient client;
  private final ObservedCluster world;
  private final Account account;
  private final List<Finding> findings = new ArrayList<>();

  private GpuCheck(ProxmoxClient client, ObservedCluster world, Account account) {
    this.client = client;
    this.world = world;
    this.account = account;
  }

  static List<Finding> check(
      Plan plan, ObservedCluster world, ProxmoxClient client, Account account) {
    Map<HostName, List<Wish>> wishes = new TreeMap<>();
    for (VmChange change : plan.changes(VmChange.class)) {
      WantedValues.of(change)
          .forEach(
              (key, value) -> {
                if (VmConfigKey.of(key).family().equals("hostpci")) {
                  wishes
                      .computeIfAbsent(change.vm().host(), host -> new ArrayList<>())
                      .add(new Wish(change.vm(), PassedThroughDevice.parse(value)));
                }
              });
    }
    GpuCheck check = new GpuCheck(client, world, account);
    wishes.forEach(
        (host, ofHost) -> {
          if (world.isOnline(host)) {
            check.examine(host, ofHost);
          }
        });
    return check.findings;
  }

  private void examine(HostName host, List<Wish> wishes) {
    Hardware hardware = client.hardware(host.value());
    Optional<List<PciDevice>> devices = devices(host, hardware);
    // Also for a device that is wanted by its address: others can have it by a mapping.
    List<PciMapping> mappings = hardware.mappings();
    for (Wish wish : wishes) {
      List<String> addresses =
          wish.device()
              .mapping()
              .map(name -> mapped(name, host, mappings, devices))
              .orElseGet(() -> named(wish));
      devices.ifPresent(known -> addresses.forEach(address -> present(address, host, known)));
    }
    new GpuHolders(client, world, host, mappings).check(wishes, findings);
  }

  private Optional<List<PciDevice>> devices(HostName host, Hardware hardware) {
    try {
      return Optional.of(hardware.pciDevices());
    } catch (ProxmoxException e) {
      if (e.kind() != ErrorKind.PERMISSION) {
        throw e;
      }
      findings.add(
          PreflightFinding.DEVICE_UNSEEN.finding(
              "The credentials may not see the devices of host " + host + ".",
              "Give them Sys.Audit on / to have it looked at before the VM is made."));
      return Optional.empty();
    }
  }

  private List<String> named(Wish wish) {
    if (!account.isRoot()) {
      findings.add(
          PreflightFinding.DEVICE_NEEDS_ROOT.finding(
              "Only root@pam with a password may give node "
                  + wish.vm().node()
                  + " the device "
                  + wish.words()
                  + " by its address; every API token is refused, also one of root@pam.",
              "Make a resource mapping in Proxmox VE and write gpu_mapping with its name, or connect"
                  + " as root@pam with its password."));
    }
    return wish.device().host();
  }

  private List<String> mapped(
      String name, HostName host, List<PciMapping> mappings, Optional<List<PciDevice>> devices) {
    Optional<PciMapping> found =
        mappings.stream().filter(mapping -> mapping.name().equals(name)).findFirst();
    if (found.isEmpty()) {
      findings.add(
          PreflightFinding.DEVICE_MISSING.finding(
              "There is no mapping '" + name + "', or it may not be seen.",
              "Make it under Datacenter, Resource Mappings; one that exists needs Mapping.Use on"
                  + " /mapping/pci/"
                  + name
                  + "."));
      return List.of();
    }
    List<String> here = GpuHolders.devicesOn(host, found.get());
    if (here.isEmpty()) {
      findings.add(
          PreflightFinding.DEVICE_MISSING.finding(
              "The mapping '" + name + "' has no device on host " + host + ".",
              "Add one to the mapping, or place the node where it has one."));
      return here;
    }
    found.get().problems().forEach(problem -> invalid(name, host, problem, here, devices));
    return here;
  }

  /** A device that moved, or that another one replaced, is only noticed when the VM starts. */
  private void invalid(
      String name,
      HostName host,
      String problem,
      List<String> addresses,
      Optional<List<PciDevice>> devices) {
    findings.add(
        PreflightFinding.DEVICE_MISSING.finding(
            "Proxmox says of the mapping '" + name + "' on " + host + ": " + problem,
            "Choose the device anew under Datacenter, Resource Mappings, which writes down what it"
                + " is now."
                + devices
                    .map(known -> " Host " + host + " has there: " + there(addresses, known) + ".")
                    .orElse("")));
  }

  private static String there(List<String> addresses, List<PciDevice> devices) {
    String all =
        devices.stream()
            .filter(device -> addresses.stream().anyMatch(address -> isPartOf(device, address)))
            .map(GpuCheck::entry)
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "nothing; its graphics devices: " + graphics(devices) : all;
  }

  /** What a mapping's entry for a device says. */
  private static String entry(PciDevice device) {
    String number = (device.vendor() + ":" + device.device()).replace("0x", "");
    return label(device)
        + " (id="
        + number
        + (device.iommuGroup().isPresent() ? ",iommugroup=" + device.iommuGroup().getAsInt() : "")
        + device.subsystem().map(board -> ",subsystem-id=" + board).orElse("")
        + ")";
  }

  private void present(String address, HostName host, List<PciDevice> devices) {
    List<PciDevice> functions =
        devices.stream().filter(device -> isPartOf(device, address)).toList();
    if (functions.isEmpty()) {
      findings.add(
          PreflightFinding.DEVICE_MISSING.finding(
              "Host " + host + " has no PCI device " + address + ".",
              "Its graphics devices: " + graphics(devices) + "."));
      return;
    }
    PciDevice first = functions.get(0);
    if (first.iommuGroup().isEmpty()) {
      findings.add(
          PreflightFinding.DEVICE_WITHOUT_IOMMU.finding(
              "The device " + address + " of host " + host + " is in no IOMMU group.",
              "Switch IOMMU on in the host's firmware and kernel, then restart the host."));
      return;
    }
    String others =
        devices.stream()
            .filter(device -> device.iommuGroup().equals(first.iommuGroup()))
            .filter(device -> !slot(device.address()).equals(slot(first.address())))
            .map(GpuCheck::label)
            .collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      findings.add(
          PreflightFinding.DEVICE_GROUP_SHARED.finding(
              "The device "
                  + address
                  + " of host "
                  + host
                  + " shares its IOMMU group with "
                  + others
                  + "; the host loses them while the VM runs.",
              "Use another slot, or make sure that nobody needs them."));
    }
  }

  /** An address without a function means all functions of the device. */
  static boolean isPartOf(PciDevice device, String address) {
    String full = address.indexOf(':') == address.lastIndexOf(':') ? "0000:" + address : address;
    return device.address().equals(full) || slot(device.address()).equals(full);
  }

  private static String slot(String address) {
    int dot = address.lastIndexOf('.');
    return dot < 0 ? address : address.substring(0, dot);
  }

  private static String graphics(List<PciDevice> devices) {
    String all =
        devices.stream()
            .filter(device -> device.deviceClass().startsWith("0x03"))
            .map(GpuCheck::label)
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "none" : all;
  }

  private static String label(PciDevice device) {
    return device.address() + device.deviceName().map(name -> " " + name).orElse("");
  }
}
