package io.github.talosforge.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.EfiDisk;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A VM that was deployed by hand, against what two short files make of it. */
class DeployedVmTest {
  private static final String ISO = "local:iso/talos-v1-12nocloud-amd64.iso";
  private static final String DISK = "local-zfs:vm-2001-disk-1";
  private static final String EFI = "local-zfs:vm-2001-disk-0";

  private final Map<String, String> deployed = deployed();
  private final DesiredVm desired =
      Rendered.node(
          Rendered.text("deployed-cluster.yaml"),
          Rendered.text("deployed-nodes.yaml"),
          "talos-cplane-001",
          Optional.of(Volume.parse(ISO)));

  @Test
  void everyLineIsProduced() {
    Map<String, String> made = onItsVolumes(desired.options());

    deployed.forEach(
        (key, line) ->
            assertThat(VmConfigKey.of(key).sameMeaning(line, made.get(key)))
                .as("%s: %s, made %s", key, line, made.get(key))
                .isTrue());
  }

  @Test
  void linesWithoutDrivesAreTheSameText() {
    Set<String> drives = Set.of("scsi0", "efidisk0", "ide2");

    deployed.forEach(
        (key, line) -> {
          if (!drives.contains(key)) {
            assertThat(desired.options()).containsEntry(key, line);
          }
        });
  }

  @Test
  void nothingIsAddedButOurMarkAndDefaults() {
    Map<String, String> added = new TreeMap<>(desired.options());
    added.keySet().removeAll(deployed.keySet());

    assertThat(added.remove("smbios1")).startsWith("uuid=");
    assertThat(added).isEqualTo(Map.of("onboot", "0", "protection", "0"));
    added.forEach(
        (key, value) -> assertThat(VmConfigKey.of(key).sameMeaning(null, value)).isTrue());
  }

  @Test
  void theDiskHasItsSize() {
    assertThat(desired.sizes()).isEqualTo(Map.of("scsi0", DiskSize.of("256G")));
    assertThat(desired.options().get("scsi0")).startsWith("local-zfs:256,");
    assertThat(desired.id().value()).isEqualTo(2001);
  }

  /** Proxmox VE replaces the request for a volume by the name that it gave to it. */
  private static Map<String, String> onItsVolumes(Map<String, String> options) {
    Map<String, String> made = new TreeMap<>(options);
    made.computeIfPresent(
        "scsi0",
        (key, text) -> Disk.parse(DriveBus.SCSI, text).withVolume(Volume.parse(DISK)).text());
    made.computeIfPresent(
        "efidisk0", (key, text) -> EfiDisk.parse(text).withVolume(Volume.parse(EFI)).text());
    return made;
  }

  private static Map<String, String> deployed() {
    Map<String, String> lines = new TreeMap<>();
    Rendered.text("deployed-vm.conf")
        .lines()
        .map(line -> line.split(": ", 2))
        .forEach(parts -> lines.put(parts[0], parts[1]));
    assertThat(lines).hasSize(19);
    return lines;
  }
}
