package io.github.talosforge.proxmox.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every example of the notes on property strings: what it means and what it does not. */
class PropertyMeaningTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      value = {
        "net0 | virtio=BC:24:11:62:36:54,bridge=vmbr0 | bridge=vmbr0,macaddr=bc:24:11:62:36:54,model=virtio,firewall=no",
        "net0 | virtio,trunks=5;2-4 | virtio,trunks=2;3;4-5",
        "net0 | virtio,rate=10 | virtio,rate=10.0",
        "scsi0 | store:vm-100-disk-0,size=32G | volume=store:vm-100-disk-0,size=32768M",
        "scsi0 | store:vm-100-disk-0,size=32G | store:vm-100-disk-0,size=64G",
        "scsi0 | s:1,backup=1,replicate=on,ssd=0,discard=ignore,media=disk | file=s:1",
        "scsi0 | s:1,wwn=0x5000ABCDEF123456 | s:1,wwn=0x5000abcdef123456",
        "scsi1 | s:1,bps_rd_length=5 | s:1,bps_rd_max_length=5",
        "ide2 | none,media=cdrom | media=cdrom,file=none",
        "ide2 | cdrom | cdrom,media=cdrom",
        "ide2 | local:cloudinit | local:vm-100-cloudinit,media=cdrom,size=4M",
        "ide2 | local:cloudinit | local:100/vm-100-cloudinit.qcow2,media=cdrom",
        "efidisk0 | s:vm-1-disk-0,size=528K | s:vm-1-disk-0,efitype=2m,pre-enrolled-keys=0,size=4M",
        "efidisk0 | s:1,efitype=4m,ms-cert=2023k | s:1,efitype=4m",
        "tpmstate0 | s:vm-1-disk-1 | s:vm-1-disk-1,version=v1.2,size=4M",
        "hostpci0 | 01:00.0,rombar=1 | host=0000:01:00.0",
        "hostpci0 | mapping=gpu,pcie=1 | pcie=yes,mapping=gpu,driver=vfio",
        "startup | order=4,up=15,down=60 | 4,down=60,up=15",
        "agent | 1 | enabled=yes,type=virtio,freeze-fs-on-backup=1",
        "agent | 1,freeze-fs=0 | 1,guest-fsfreeze=0",
        "agent | 1,freeze-fs-on-backup=0 | 1,freeze-fs=off",
        "ipconfig0 | ip=10.0.0.7/24,gw=10.0.0.1 | gw=10.0.0.1,ip=10.0.0.7/24",
        "ipconfig0 | ip6=fd00::7/64 | ip6=FD00:0:0:0::7/64",
        "cpu | host,flags=+aes;-pcid | flags=-pcid;+aes,cputype=host,hidden=0",
        "numa0 | cpus=0-3,memory=1024 | memory=1024,cpus=0;1;2;3",
        "memory | 8192 | current=8192",
        "smbios1 | uuid=0E0E0E0E-0000-4000-8000-00000000000A | uuid=0e0e0e0e-0000-4000-8000-00000000000a",
        "smbios1 | serial=ZHM9bm9jbG91ZA==,base64=1 | serial=ds=nocloud",
        "vga | std | type=std",
        "serial0 | socket | socket",
        "rng0 | /dev/urandom | source=/dev/urandom,max_bytes=1024,period=1000",
        "machine | q35 | type=q35",
        "watchdog | action=reset | model=i6300esb,action=reset",
        "boot | order=scsi0;ide2;net0 | order=scsi0; ide2; net0",
        "tags | kubernetes;linux;talos | Talos,linux kubernetes;talos",
        "numa | 1 | yes",
        "cpulimit | 2 | 2.0",
        "hotplug | 1 | usb,network,disk",
        "nameserver | 10.0.0.1 10.0.0.2 | 10.0.0.1,10.0.0.2",
      })
  void differentTextsMeanTheSame(String key, String left, String right) {
    assertThat(VmConfigKey.of(key).sameMeaning(left, right)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      value = {
        "net0 | virtio=BC:24:11:62:36:54 | virtio=BC:24:11:62:36:55",
        "net0 | virtio,bridge=vmbr0 | virtio,bridge=vmbr1",
        "net0 | virtio | e1000",
        "scsi0 | s:vm-2000-disk-0 | s:vm-20000-disk-0",
        "scsi0 | s:1,backup=0 | s:1",
        "scsi0 | s:1,cache=none | s:1",
        "ide2 | local:iso/x.iso,media=cdrom | local:iso/y.iso,media=cdrom",
        "ide2 | local:cloudinit | other:vm-100-cloudinit,media=cdrom",
        "efidisk0 | s:1,efitype=4m | s:1",
        "tpmstate0 | s:1,version=v2.0 | s:1",
        "hostpci0 | 0000:01:00 | 0000:01:00.0",
        "boot | order=scsi0;net0 | order=net0;scsi0",
        "cpu | x86-64-v2-AES | host",
        "memory | 8192 | 8193",
        "smbios1 | serial=YQ==,base64=1 | serial=YQ==",
        "net0 | virtio,brand-new=1 | virtio",
        "tags | a;b | a",
      })
  void similarTextsThatMeanSomethingElse(String key, String left, String right) {
    assertThat(VmConfigKey.of(key).sameMeaning(left, right)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "agent,0",
    "cpu,kvm64",
    "vga,std",
    "memory,512",
    "onboot,no",
    "numa,0",
    "bios,seabios",
    "scsihw,lsi",
    "ostype,other",
    "cores,1",
    "tablet,1",
    "hotplug,'network,disk,usb'"
  })
  void anAbsentKeyMeansItsDefault(String key, String value) {
    assertThat(VmConfigKey.of(key).sameMeaning(null, value)).isTrue();
    assertThat(VmConfigKey.of(key).sameMeaning(value, null)).isTrue();
  }

  @Test
  void anAbsentNetworkCardIsNotTheSameAsOne() {
    assertThat(VmConfigKey.of("net0").sameMeaning(null, "virtio")).isFalse();
    assertThat(VmConfigKey.of("net0").sameMeaning(null, null)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      value = {
        "net0 | virtio=BC:24:11 | macaddr 'BC:24:11' is no MAC address",
        "net0 | virtio,e1000 | 'model' is given twice",
        "net0 | bridge=vmbr0 | 'model' is missing",
        "net0 | virtio,tag=seven | tag 'seven' is no integer",
        "scsi0 | s:1,backup=maybe | backup 'maybe' is no boolean (1|0)",
        "scsi0 | s:1,size=big | size 'big' is no size",
        "scsi0 | size=32G | 'file' is missing",
        "ipconfig0 | 10.0.0.7/24 | '10.0.0.7/24' has no key",
        "ipconfig0 | ip6=fd00:::1/64 | is no IPv6 address",
        "numa0 | cpus=3-1 | has a range that ends before it begins",
        "smbios1 | uuid=x | uuid 'x' is no UUID",
        "numa0 | memory=1 | 'cpus' is missing",
      })
  void aFaultyTextIsRefusedWithFaultAndGrammar(String key, String text, String problem) {
    assertThatThrownBy(() -> VmConfigKey.of(key).parse(text))
        .isInstanceOf(PropertyFormatException.class)
        .hasMessageContaining("'" + text + "': ")
        .hasMessageContaining(problem)
        .hasMessageContaining("; expected [");
  }

  @Test
  void theGrammarInAnErrorReadsLikeTheManual() {
    assertThatThrownBy(() -> StartupOrder.parse("soon"))
        .hasMessage(
            "startup 'soon': order 'soon' is no integer;"
                + " expected [order=]<number> [,up=<seconds>] [,down=<seconds>]");
  }

  @Test
  void theKindOfADriveFollowsFromItsText() {
    assertThat(Drive.parse(DriveBus.IDE, "local:iso/x.iso,media=cdrom")).isInstanceOf(CdRom.class);
    assertThat(Drive.parse(DriveBus.IDE, "none,media=cdrom")).isInstanceOf(CdRom.class);
    assertThat(Drive.parse(DriveBus.IDE, "cdrom")).isInstanceOf(CdRom.class);
    assertThat(Drive.parse(DriveBus.IDE, "local:cloudinit")).isInstanceOf(CloudInitDrive.class);
    assertThat(Drive.parse(DriveBus.SCSI, "local:vm-7-cloudinit,media=cdrom"))
        .isInstanceOf(CloudInitDrive.class);
    assertThat(Drive.parse(DriveBus.SCSI, "store:32")).isInstanceOf(Disk.class);
  }

  @Test
  void typedValuesAreWrittenAsProxmoxReadsThem() {
    assertThat(
            NetworkDevice.ofModel("virtio")
                .withMacAddress("bc:24:11:62:36:54")
                .withBridge("vmbr0")
                .withVlan(7)
                .withFirewall(true)
                .text())
        .isEqualTo("virtio=bc:24:11:62:36:54,bridge=vmbr0,firewall=1,tag=7");
    assertThat(
            Disk.importing(DriveBus.SCSI, "zfs", Volume.parse("local:import/talos.qcow2"))
                .withDiscard(true)
                .withSsd(true)
                .withLimit("mbps_wr", new BigDecimal("12.5"))
                .text())
        .isEqualTo("zfs:0,discard=on,import-from=local:import/talos.qcow2,mbps_wr=12.5,ssd=1");
    assertThat(CloudInitDrive.on(DriveBus.IDE, "zfs").text()).isEqualTo("zfs:cloudinit");
    assertThat(CdRom.empty(DriveBus.IDE).text()).isEqualTo("none,media=cdrom");
    assertThat(BootOrder.of(List.of("scsi0", "net0")).text()).isEqualTo("order=scsi0;net0");
    assertThat(StartupOrder.unordered().withOrder(4).withUpDelay(15).withDownTimeout(60).text())
        .isEqualTo("4,down=60,up=15");
    assertThat(GuestAgent.of(true).withFreezesOnBackup(false).text())
        .isEqualTo("1,freeze-fs-on-backup=0");
    assertThat(Smbios.none().withSerial("ds=nocloud;s=http://10.0.0.1/a,b").text())
        .isEqualTo("base64=1,serial=ZHM9bm9jbG91ZDtzPWh0dHA6Ly8xMC4wLjAuMS9hLGI=");
  }

  @Test
  void smbiosFieldsStayReadableWhenOneOfThemNeedsBase64() {
    Smbios changed = Smbios.parse("manufacturer=Acme,serial=old").withSerial("a,b");
    assertThat(changed.field("manufacturer")).contains("Acme");
    assertThat(changed.serial()).contains("a,b");
    assertThat(Smbios.parse(changed.text())).isEqualTo(changed);
  }

  @Test
  void aMergeKeepsWhatTheChangeDoesNotMention() {
    NetworkDevice stored = NetworkDevice.parse("virtio=BC:24:11:62:36:54,bridge=vmbr0,odd=x");
    NetworkDevice wanted = NetworkDevice.ofModel("virtio").withBridge("vmbr1");
    assertThat(stored.properties().overlaidWith(wanted.properties()).text())
        .isEqualTo("virtio=BC:24:11:62:36:54,bridge=vmbr1,odd=x");
    assertThat(stored.differencesTo(wanted))
        .extracting(PropertyDifference::key)
        .containsExactly("bridge", "macaddr", "odd");
  }

  @Test
  void volumesTellTheirStorageNameAndOwner() {
    assertThat(Volume.parse("store:vm-100-disk-0").owner()).hasValue(100);
    assertThat(Volume.parse("store:100/vm-100-disk-0.qcow2").owner()).hasValue(100);
    assertThat(Volume.parse("store:base-9000-disk-0/vm-101-disk-0").owner()).hasValue(101);
    assertThat(Volume.parse("store:base-9000-disk-0").owner()).hasValue(9000);
    assertThat(Volume.parse("store:iso/x.iso").owner()).isEmpty();
    assertThat(Volume.parse("store:import/x.qcow2").storage()).contains("store");
    assertThat(Volume.parse("store:import/x.qcow2").name()).isEqualTo("import/x.qcow2");
    assertThat(Volume.parse("none").storage()).isEmpty();
    assertThat(Volume.parse("/dev/disk/by-id/x:1").storage()).isEmpty();
    assertThat(Volume.allocate("store", 32).requestsAllocation()).isTrue();
    assertThat(Volume.parse("store:vm-1-disk-0").requestsAllocation()).isFalse();
  }

  @Test
  void sizesAreComparedInBytesAndWrittenInTheLargestUnit() {
    assertThat(DiskSize.parse("32G")).isEqualTo(DiskSize.parse("32768M"));
    assertThat(DiskSize.parse("32768M").text()).isEqualTo("32G");
    assertThat(DiskSize.parse("308556K").text()).isEqualTo("308556K");
    assertThat(DiskSize.parse("1.5G").text()).isEqualTo("1536M");
    assertThat(DiskSize.parse("528K")).isLessThan(DiskSize.parse("1M"));
    assertThat(DiskSize.parse("513").text()).isEqualTo("513");
    assertThatThrownBy(() -> DiskSize.parse("99999999T")).hasMessageContaining("larger than any");
    assertThatThrownBy(() -> DiskSize.parse("32GB"))
        .hasMessage("size '32GB': is no size; expected <number>[K|M|G|T], without a unit in bytes");
  }

  @Test
  void tagsAreNormalisedAsTheServerDoes() {
    assertThat(Tags.parse("Talos, b;a a").text()).isEqualTo("a;b;talos");
    assertThat(Tags.of(List.of("b", "A")).with("C")).isEqualTo(Tags.parse("a,b,c"));
    assertThatThrownBy(() -> Tags.parse("a=b"))
        .hasMessageContaining("tags 'a=b': is no tag; expected tags of a-z 0-9");
  }

  @Test
  void limitsOfThroughputAreReadTogether() {
    assertThat(Disk.parse(DriveBus.SCSI, "s:1,iops_rd=500,mbps=10.5,ssd=1").limits())
        .isEqualTo(Map.of("iops_rd", new BigDecimal("500"), "mbps", new BigDecimal("10.5")));
  }

  @Test
  void keysOfOtherBusesAreReportedAsUnknown() {
    assertThat(Disk.parse(DriveBus.VIRTIO, "s:1,ssd=1").properties().unknownKeys())
        .containsExactly("ssd");
    assertThat(Disk.parse(DriveBus.SCSI, "s:1,ssd=1").properties().unknownKeys()).isEmpty();
  }
}
