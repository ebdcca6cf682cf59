package io.github.talosforge.proxmox.http.operation;

import io.github.talosforge.proxmox.Hardware;
import io.github.talosforge.proxmox.PciDevice;
import io.github.talosforge.proxmox.PciMapping;
import io.github.talosforge.proxmox.http.ApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Operations on PCI devices and their mappings. */
record HttpHardware(Calls calls, String host) implements Hardware {
  private static final String MAPPINGS = "/cluster/mapping/pci";

  @Override
  public List<PciDevice> pciDevices() {
    return calls.list(ApiRequest.get("/nodes/{node}/hardware/pci", host)).stream()
        .map(HttpHardware::device)
        .toList();
  }

  /** A group of -1 means that there is no IOMMU. */
  private static PciDevice device(AnswerNode entry) {
    OptionalInt group = entry.integer("iommugroup");
    return new PciDevice(
        entry.requiredText("id"),
        entry.text("vendor").orElse(""),
        entry.text("device").orElse(""),
        entry.text("class").orElse(""),
        group.orElse(-1) < 0 ? OptionalInt.empty() : group,
        subsystem(entry),
        entry.flag("mdev"),
        entry.text("vendor_name"),
        entry.text("device_name"));
  }

  private static Optional<String> subsystem(AnswerNode entry) {
    return entry
        .text("subsystem_vendor")
        .flatMap(
            vendor ->
                entry
                    .text("subsystem_device")
                    .map(device -> (vendor + ":" + device).replace("0x", "")));
  }

  @Override
  public List<PciMapping> mappings() {
    return calls.list(ApiRequest.get(MAPPINGS).with("check-node", host)).stream()
        .map(HttpHardware::mapping)
        .toList();
  }

  private static PciMapping mapping(AnswerNode entry) {
    List<AnswerNode> checks =
        entry.at("checks").isMissing() ? List.of() : entry.at("checks").items();
    return new PciMapping(
        entry.requiredText("id"),
        entry.at("map").items().stream().flatMap(device -> device.text().stream()).toList(),
        entry.flag("mdev"),
        entry.text("description"),
        checks.stream().flatMap(check -> check.text("message").stream()).toList());
  }

  @Override
  public void createMapping(PciMapping mapping) {
    calls.call(
        described(ApiRequest.post(MAPPINGS).with("id", mapping.name()), mapping)
            .lookedUpBy(Lookups.present(ApiRequest.get(MAPPINGS + "/{id}", mapping.name()))));
  }

  @Override
  public void updateMapping(PciMapping mapping) {
    calls.call(described(ApiRequest.put(MAPPINGS + "/{id}", mapping.name()), mapping));
  }

  private static ApiRequest described(ApiRequest request, PciMapping mapping) {
    ApiRequest described =
        request.with("mdev", mapping.mediated()).withOptional("description", mapping.description());
    for (String device : mapping.devices()) {
      described = described.with("map", device);
    }
    return described;
  }

  @Override
  public void deleteMapping(String name) {
    calls.call(
        ApiRequest.delete(MAPPINGS + "/{id}", name)
            .lookedUpBy(Lookups.absent(ApiRequest.get(MAPPINGS + "/{id}", name))));
  }
}
