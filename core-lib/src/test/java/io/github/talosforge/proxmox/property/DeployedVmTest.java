package io.github.talosforge.proxmox.property;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The configuration of a Talos node that runs on a real Proxmox VE. */
class DeployedVmTest {
  private final Map<String, String> config = config();

  @Test
  void everyPropertyStringReadsAndWritesWithoutChangingItsMeaning() {
    int typed = 0;
    for (Map.Entry<String, String> entry : config.entrySet()) {
      VmConfigKey key = VmConfigKey.of(entry.getKey());
      Optional<VmProperty> property = key.parse(entry.getValue());
      if (property.isPresent()) {
        typed++;
        assertThat(property.get().properties().unknownKeys()).isEmpty();
        assertThat(key.sameMeaning(property.get().text(), entry.getValue())).isTrue();
      }
    }
    assertThat(typed).isEqualTo(10);
  }

  @Test
  void theTypedValuesAreThoseOfTheMachine() {
    NetworkDevice net = NetworkDevice.parse(config.get("net0"));
    assertThat(net.model()).isEqualTo("virtio");
    assertThat(net.macAddress()).contains("BC:24:11:62:36:54");
    assertThat(net.bridge()).contains("vmbr0");
    assertThat(net.queues()).hasValue(4);
    assertThat(net.vlan()).hasValue(7);
    assertThat(net.firewall()).isFalse();
    Disk disk = Disk.parse(DriveBus.SCSI, config.get("scsi0"));
    assertThat(disk.volume().owner()).hasValue(2001);
    assertThat(disk.size()).contains(DiskSize.ofGibibytes(256));
    assertThat(disk.backup()).isFalse();
    assertThat(disk.replicate()).isFalse();
    assertThat(disk.discard()).isTrue();
    assertThat(disk.ssd()).isTrue();
    assertThat(disk.ioThread()).isFalse();
    assertThat(GuestAgent.parse(config.get("agent")).enabled()).isTrue();
    assertThat(BootOrder.parse(config.get("boot")).devices())
        .containsExactly("scsi0", "ide2", "net0");
    assertThat(CpuType.parse(config.get("cpu")).type()).isEqualTo("host");
    assertThat(EfiDisk.parse(config.get("efidisk0")).type()).isEqualTo("4m");
    assertThat(EfiDisk.parse(config.get("efidisk0")).preEnrolledKeys()).isFalse();
    assertThat(MachineType.parse(config.get("machine")).type()).contains("q35");
    assertThat(Memory.parse(config.get("memory")).mebibytes()).isEqualTo(8192);
    assertThat(StartupOrder.parse(config.get("startup")).downTimeout()).hasValue(60);
    assertThat(Tags.parse(config.get("tags")).names()).hasSize(4).contains("talos");
    assertThat(Drive.parse(DriveBus.IDE, config.get("ide2")).volume().name())
        .isEqualTo("iso/talos-v1-12nocloud-amd64.iso");
  }

  private static Map<String, String> config() {
    try (InputStream in = DeployedVmTest.class.getResourceAsStream("deployed-vm.conf")) {
      Map<String, String> config = new LinkedHashMap<>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(": ", 2))
          .forEach(pair -> config.put(pair[0], pair[1]));
      return config;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
