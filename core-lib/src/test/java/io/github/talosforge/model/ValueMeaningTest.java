package io.github.talosforge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ValueMeaningTest {

  @Test
  void dataVmIdHasOneZeroMoreUnlessProxmoxHasNoSuchNumber() {
    assertThat(VmId.of(2001).dataVm()).contains(VmId.of(20010));
    assertThat(VmId.of(78161).dataVm()).contains(VmId.of(781610));
    assertThat(VmId.of(99_999_999).dataVm()).contains(VmId.of(999_999_990));
    assertThat(VmId.of(100_000_000).dataVm()).isEmpty();
  }

  @Test
  void macAddressesAreUpperCaseUnicastAndNotZero() {
    assertThat(MacAddress.of("bc-24-11-ab-cd-ef")).hasToString("BC:24:11:AB:CD:EF");
    assertThatThrownBy(() -> MacAddress.of("01:00:5e:00:00:01"))
        .hasMessageContaining("unicast")
        .hasMessageContaining("01:00:5E:00:00:01");
    assertThatThrownBy(() -> MacAddress.of("ff:ff:ff:ff:ff:ff")).hasMessageContaining("unicast");
    assertThatThrownBy(() -> MacAddress.of("00:00:00:00:00:00")).hasMessageContaining("zero");
  }

  @Test
  void ipv6IsRecognisedAndRefusedInASentence() {
    assertThatThrownBy(() -> Ipv4Address.of("fd00::10"))
        .hasMessage(
            "'fd00::10' is not an IPv4 address: expected an IPv4 address such as"
                + " 192.168.1.10 (IPv6 is not supported here)");
    assertThatThrownBy(() -> Ipv4Address.of("::1")).hasMessageContaining("IPv6 is not supported");
    assertThatThrownBy(() -> Ipv4Address.of("fe80::1%eth0")).hasMessageContaining("IPv6");
    assertThatThrownBy(() -> CidrBlock.of("fd00:1::/64")).hasMessageContaining("IPv6");
    assertThatThrownBy(() -> CidrBlock.of("::ffff:10.0.0.0/120")).hasMessageContaining("IPv6");
    assertThat(Ipv4Address.looksLikeIpv6("10.0.0.1:6443")).isFalse();
    assertThat(Ipv4Address.looksLikeIpv6("fd00::1")).isTrue();
  }

  @Test
  void addressesCompareAsUnsignedNumbers() {
    assertThat(Ipv4Address.of("10.0.0.1")).isLessThan(Ipv4Address.of("192.168.1.1"));
    assertThat(Ipv4Address.of("9.0.0.1")).isLessThan(Ipv4Address.of("10.0.0.1"));
    assertThat(Ipv4Address.of("255.255.255.255").toLong()).isEqualTo(0xFFFFFFFFL);
  }

  @Test
  void networkKnowsItsBorders() {
    CidrBlock block = CidrBlock.of("192.168.1.0/24");
    assertThat(block.broadcast()).hasToString("192.168.1.255");
    assertThat(block.netmask()).hasToString("255.255.255.0");
    assertThat(block.size()).isEqualTo(256);
    assertThat(block.host(10)).contains(Ipv4Address.of("192.168.1.10"));
    assertThat(block.host(0)).isEmpty();
    assertThat(block.host(255)).isEmpty();
    assertThat(block.host(256)).isEmpty();
    assertThat(block.host(-1)).isEmpty();
    assertThat(block.contains(Ipv4Address.of("192.168.1.0"))).isTrue();
    assertThat(block.contains(Ipv4Address.of("192.168.2.0"))).isFalse();
    assertThat(block.isHost(Ipv4Address.of("192.168.1.0"))).isFalse();
    assertThat(block.withPrefix(Ipv4Address.of("192.168.1.7"))).isEqualTo("192.168.1.7/24");
  }

  @Test
  void smallestAndLargestNetworksWork() {
    assertThat(CidrBlock.of("10.0.0.6/31").host(0)).contains(Ipv4Address.of("10.0.0.6"));
    assertThat(CidrBlock.of("10.0.0.6/32").host(0)).contains(Ipv4Address.of("10.0.0.6"));
    assertThat(CidrBlock.of("10.0.0.6/32").host(1)).isEmpty();
    CidrBlock all = CidrBlock.of("0.0.0.0/0");
    assertThat(all.size()).isEqualTo(1L << 32);
    assertThat(all.contains(Ipv4Address.of("203.0.113.9"))).isTrue();
    assertThat(all.host((1L << 32) - 2)).contains(Ipv4Address.of("255.255.255.254"));
  }

  @Test
  void networkWithHostBitsIsCorrectedInTheMessage() {
    assertThatThrownBy(() -> CidrBlock.of("192.168.1.10/24"))
        .hasMessage(
            "'192.168.1.10/24' is not an IPv4 network:"
                + " expected the network's first address: 192.168.1.0/24");
  }

  @Test
  void overlapsIsMutual() {
    CidrBlock wide = CidrBlock.of("10.0.0.0/8");
    CidrBlock narrow = CidrBlock.of("10.244.0.0/16");
    CidrBlock other = CidrBlock.of("192.168.0.0/16");
    assertThat(wide.overlaps(narrow)).isTrue();
    assertThat(narrow.overlaps(wide)).isTrue();
    assertThat(narrow.overlaps(other)).isFalse();
    assertThat(other.overlaps(narrow)).isFalse();
  }

  @Test
  void memoryUnitsArePowersOfTwoHoweverWritten() {
    for (String text : List.of("8192", "8G", "8GB", "8GiB", "8Gi", "8 gb", "8192M", "8192MiB")) {
      assertThat(MemorySize.of(text)).as(text).isEqualTo(MemorySize.ofMebibytes(8192));
    }
    assertThat(MemorySize.of("1500")).hasToString("1500 MiB");
    assertThat(MemorySize.of("8192")).hasToString("8 GiB");
  }

  @Test
  void diskUnitsArePowersOfTwoHoweverWritten() {
    for (String text : List.of("5", "5G", "5GB", "5 GB", "5GiB", "5Gi", "5120M")) {
      assertThat(DiskSize.of(text)).as(text).isEqualTo(DiskSize.ofGibibytes(5)).hasToString("5G");
    }
    assertThat(DiskSize.of("308556K")).hasToString("308556K");
    assertThat(DiskSize.of("1024")).hasToString("1T");
    assertThat(DiskSize.of("1.5T")).hasToString("1536G");
    assertThat(DiskSize.of("528K").gibibytesRoundedUp()).isEqualTo(1);
    assertThat(DiskSize.of("2G").gibibytesRoundedUp()).isEqualTo(2);
    assertThat(DiskSize.of("1K").bytes()).isEqualTo(1024);
  }

  @Test
  void tagsAreLowerCaseAsProxmoxStoresThem() {
    assertThat(Tag.of("Kubernetes")).isEqualTo(Tag.of("kubernetes")).hasToString("kubernetes");
  }

  @Test
  void wwnIsWrittenTheWayTalosShowsIt() {
    assertThat(Wwn.of("0x5000C500A1B2C3D4").talosWwid()).isEqualTo("naa.5000c500a1b2c3d4");
  }

  @Test
  void pciAddressWithoutDomainIsInDomainZero() {
    assertThat(PciAddress.of("01:00.0")).isEqualTo(PciAddress.of("0000:01:00.0"));
    assertThat(PciAddress.of("01:00")).hasToString("0000:01:00");
  }

  @Test
  void startupOrderIsTheOptionsValueAndBounded() {
    assertThat(new StartupOrder(4, 15, 60)).hasToString("order=4,up=15,down=60");
    assertThatThrownBy(() -> new StartupOrder(0, 15, 60)).hasMessageContaining("from 1 to 100");
    assertThatThrownBy(() -> new StartupOrder(101, 15, 60)).hasMessageContaining("from 1 to 100");
    assertThatThrownBy(() -> new StartupOrder(1, 301, 60)).hasMessageContaining("from 0 to 300");
    assertThatThrownBy(() -> new StartupOrder(1, 0, 601)).hasMessageContaining("from 0 to 600");
  }

  @Test
  void talosVersionsSortAsSemanticVersionsDo() {
    assertSortsAs(
        TalosVersion::of,
        "v1.9.6",
        "v1.10.0-alpha.0",
        "v1.10.0-alpha.2",
        "v1.10.0-alpha.11",
        "v1.10.0-beta.0",
        "v1.10.0-rc",
        "v1.10.0-rc.1",
        "v1.10.0",
        "v1.10.1",
        "v2.0.0");
  }

  @Test
  void kubernetesVersionsSortAsSemanticVersionsDo() {
    assertSortsAs(
        KubernetesVersion::of, "v1.9.0", "v1.34.0-1", "v1.34.0-rc.0", "v1.34.0", "v1.35.0");
  }

  @Test
  void versionsTellTheirParts() {
    TalosVersion talos = TalosVersion.of("1.14.3-rc.1");
    assertThat(List.of(talos.major(), talos.minor(), talos.patch())).containsExactly(1, 14, 3);
    assertThat(talos.isPreRelease()).isTrue();
    assertThat(talos).hasToString("v1.14.3-rc.1").isNotEqualTo(TalosVersion.of("1.14.3"));
    KubernetesVersion kubernetes = KubernetesVersion.of("v1.35.2");
    assertThat(List.of(kubernetes.major(), kubernetes.minor(), kubernetes.patch()))
        .containsExactly(1, 35, 2);
    assertThat(kubernetes.isPreRelease()).isFalse();
  }

  private static <T extends Comparable<T>> void assertSortsAs(
      Function<String, T> parser, String... texts) {
    List<T> sorted = List.of(texts).stream().map(parser).toList();
    List<T> shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled, new Random(7));
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(sorted);
  }
}
