package io.github.talosforge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value type reads what its grammar allows and says its grammar about all else. */
class ValueGrammarTest {
  private static final String LONGEST_LABEL = "a".repeat(63);

  record Kind(
      String name,
      Function<String, ?> parser,
      String expectedText,
      List<String> valid,
      List<String> invalid) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind(
            "a VM id",
            VmId::of,
            "a whole number from 100 to 999999999",
            List.of("100", "2001", "999999999"),
            List.of("99", "1000000000", "99999999999", "-100", "0100", "1e3", " 100", "", "١٠٠")),
        new Kind(
            "a node name",
            NodeName::of,
            "lower-case letters, digits and '-'",
            List.of("a", "talos-cplane-001", "0", LONGEST_LABEL),
            List.of("", "A", "-a", "a-", "a.b", "a_b", "a b", LONGEST_LABEL + "a", "ä", "a\n")),
        new Kind(
            "a cluster name",
            ClusterName::of,
            "lower-case letters, digits and '-'",
            List.of("homelab", LONGEST_LABEL),
            List.of("", "Home", "home lab", LONGEST_LABEL + "a")),
        new Kind(
            "a cluster uid",
            ClusterUid::of,
            "lower-case letters, digits and '-'",
            List.of("homelab", "7f9c2ba4-e88f-427d-9b1a-0d5f5f0a0001"),
            List.of("", "a_b", LONGEST_LABEL + "a")),
        new Kind(
            "a Proxmox VE node",
            HostName::of,
            "letters, digits and '-'",
            List.of("pve", "PVE-1", LONGEST_LABEL),
            List.of("", "pve.example.com", "-pve", "pve-", "pve_1")),
        new Kind(
            "a storage",
            StorageName::of,
            "beginning with a letter",
            List.of("local", "local-zfs", "Ceph.rbd_1"),
            List.of("", "a", "1local", "local-", "a:b", "a/b")),
        new Kind(
            "a bridge",
            BridgeName::of,
            "such as vmbr0",
            List.of("vmbr0", "vmbr0.7", "vnet_1", "a"),
            List.of("", "vmbr0:1", "vm br", "a".repeat(16))),
        new Kind(
            "a Proxmox VE pool",
            PoolName::of,
            "joined by '/'",
            List.of("kubernetes", "a/b/c", "a.b-c_d"),
            List.of("", "a/b/c/d", "/a", "a/", "a b")),
        new Kind(
            "a DNS domain",
            DnsDomain::of,
            "DNS labels joined by '.'",
            List.of("cluster.local", "local", "a-b.c"),
            List.of("", ".", "a.", ".a", "a..b", "A.b", "a_b.c", "a.".repeat(127) + "ab")),
        new Kind(
            "a schematic id",
            SchematicId::of,
            "64 lower-case hexadecimal digits",
            List.of("29d123fd0e746fccd5ff52d37c0cdbd2d653e10ae29c39276b6edb9ffbd56cf4"),
            List.of("", "29d1", "G".repeat(64), "A".repeat(64))),
        new Kind(
            "a SHA-256 digest",
            Sha256Digest::of,
            "64 lower-case hexadecimal digits",
            List.of("0".repeat(64)),
            List.of("sha256:" + "0".repeat(64), "0".repeat(63))),
        new Kind(
            "a tag",
            Tag::of,
            "beginning with a letter, a digit or '_'",
            List.of("talos", "Talos", "a+b.c-d_e", "_x", "1"),
            List.of("", "-a", "a:b", "a=b", "a/b", "a;b", "a b", "ü")),
        new Kind(
            "a VLAN tag",
            VlanTag::of,
            "a whole number from 1 to 4094",
            List.of("1", "7", "4094"),
            List.of("0", "4095", "-1", "7.0", "")),
        new Kind(
            "a MAC address",
            MacAddress::of,
            "such as BC:24:11:62:36:54",
            List.of("BC:24:11:62:36:54", "bc:24:11:62:36:54", "bc-24-11-62-36-54"),
            List.of(
                "", "BC2411623654", "BC:24:11:62:36", "BC:24-11:62:36:54", "GG:24:11:62:36:54")),
        new Kind(
            "an IPv4 address",
            Ipv4Address::of,
            "four numbers from 0 to 255",
            List.of("0.0.0.0", "192.168.1.10", "255.255.255.255"),
            List.of("", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4/24", "a.b.c.d")),
        new Kind(
            "an IPv4 network",
            CidrBlock::of,
            "such as 192.168.1.0/24",
            List.of("192.168.1.0/24", "10.0.0.0/8", "0.0.0.0/0", "1.2.3.4/32"),
            List.of("", "192.168.1.0", "192.168.1.0/33", "192.168.1/24", "192.168.1.0/024")),
        new Kind(
            "an amount of memory",
            MemorySize::of,
            "8192, 8G, 8GiB",
            List.of("8192", "8G", "8GB", "8GiB", "8Gi", "8 GiB", "512M", "1T", "8g"),
            List.of("", "0", "0G", "8K", "8.5G", "5T", "-1", "8  G", "9999999999999", "eight")),
        new Kind(
            "a disk size",
            DiskSize::of,
            "256, 256G, 1.5TiB",
            List.of("256", "256G", "5 GB", "1.5T", "528K", "4M", "7GB", "10Gi", "1024T"),
            List.of("", "0", "0.0001K", "1.5K", "-1G", "1025T", "5P", "five", "1.G", "1,5G")),
        new Kind(
            "an SMBIOS UUID",
            SmbiosUuid::of,
            "8-4-4-4-12",
            List.of("7f9c2ba4-e88f-427d-9b1a-0d5f5f0a0001", "7F9C2BA4-E88F-427D-9B1A-0D5F5F0A0001"),
            List.of("", "7f9c2ba4e88f427d9b1a0d5f5f0a0001", "1-1-1-1-1")),
        new Kind(
            "a world wide name",
            Wwn::of,
            "0x5 and 15 more hexadecimal digits",
            List.of("0x5000c500a1b2c3d4", "0X5000C500A1B2C3D4"),
            List.of("", "5000c500a1b2c3d4", "0x6000c500a1b2c3d4", "0x5000c500a1b2c3d")),
        new Kind(
            "a PCI address",
            PciAddress::of,
            "such as 0000:01:00.0",
            List.of("0000:01:00.0", "01:00.0", "01:00", "0000:0A:1f.7"),
            List.of("", "01:00.8", "1:00.0", "01:00.0;02:00.0", "0000:01")),
        new Kind(
            "a Talos version",
            TalosVersion::of,
            "major.minor.patch, all three, such as v1.12.4",
            List.of("v1.12.4", "1.12.4", "v1.14.0-rc.1", "v1.13.0-alpha.2"),
            List.of("", "1.12", "v1", "1.12.x", "01.2.3", "1.12.4 ", "latest")),
        new Kind(
            "a Kubernetes version",
            KubernetesVersion::of,
            "major.minor.patch, all three, such as v1.35.0",
            List.of("v1.35.0", "1.35.0"),
            List.of("", "1.35", "1.10", "stable")));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void readsWhatItsGrammarAllows(Kind kind) {
    for (String text : kind.valid()) {
      Object value = kind.parser().apply(text);
      assertThat(value).as(text).isNotNull().isEqualTo(kind.parser().apply(text));
      assertThat(value.hashCode()).isEqualTo(kind.parser().apply(text).hashCode());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void refusesAllElseAndStatesItsGrammar(Kind kind) {
    for (String text : kind.invalid()) {
      InvalidValueException refusal =
          catchThrowableOfType(
              InvalidValueException.class, () -> kind.parser().apply(text).toString());
      assertThat(refusal).as("'%s' as %s", text, kind).isNotNull();
      assertThat(refusal.kind()).isEqualTo(kind.name());
      assertThat(refusal.found()).isEqualTo(text);
      assertThat(refusal.expected()).contains(kind.expectedText());
      assertThat(refusal)
          .hasMessage("'" + text + "' is not " + kind.name() + ": expected " + refusal.expected());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatItPrintsItReadsAsTheSameValue(Kind kind) {
    for (String text : kind.valid()) {
      Object value = kind.parser().apply(text);
      assertThat(kind.parser().apply(value.toString())).as(text).isEqualTo(value);
    }
  }
}
