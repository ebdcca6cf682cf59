package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedGuest.Power;
import io.github.talosforge.plan.KeyDifference.Part;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Proxmox applies to a running VM and what it keeps for the next stop and start. */
class HotPlugTest {

  @ParameterizedTest(name = "{0}.{1} {2} → {3}: {4}")
  @CsvSource({
    "description,    ,            a,     b,     AT_ONCE",
    "name,           ,            a,     b,     AT_ONCE",
    "tags,           ,            a,     b,     AT_ONCE",
    "onboot,         ,            0,     1,     AT_ONCE",
    "protection,     ,            0,     1,     AT_ONCE",
    "startup,        order,       1,     2,     AT_ONCE",
    "shares,         ,            1,     2,     AT_ONCE",
    "cpulimit,       ,            1,     2,     AT_ONCE",
    "cpuunits,       ,            1,     2,     AT_ONCE",
    "tablet,         ,            0,     1,     AT_ONCE",
    "balloon,        ,            512,   1024,  AT_ONCE",
    "balloon,        ,            0,     1024,  AFTER_STOP_START",
    "balloon,        ,            1024,  0,     AFTER_STOP_START",
    "net0,           bridge,      a,     b,     AT_ONCE",
    "net0,           tag,         1,     2,     AT_ONCE",
    "net0,           model,       a,     b,     AT_ONCE",
    "net0,           firewall,    0,     1,     AT_ONCE",
    "net1,           link_down,   0,     1,     AT_ONCE",
    "net1,           ,            ,      b,     AT_ONCE",
    "agent,          fstrim_cloned_disks, 0, 1, AT_ONCE",
    "agent,          enabled,     0,     1,     AFTER_STOP_START",
    "scsi0,          mbps_rd,     1,     2,     AT_ONCE",
    "scsi0,          iops_wr_max, 1,     2,     AT_ONCE",
    "scsi0,          backup,      0,     1,     AT_ONCE",
    "scsi0,          replicate,   0,     1,     AT_ONCE",
    "scsi0,          cache,       a,     b,     AFTER_STOP_START",
    "scsi0,          aio,         a,     b,     AFTER_STOP_START",
    "scsi0,          discard,     on,    ignore, AFTER_STOP_START",
    "scsi0,          iothread,    0,     1,     AFTER_STOP_START",
    "scsi0,          ssd,         0,     1,     AFTER_STOP_START",
    "scsi0,          wwn,         a,     b,     AFTER_STOP_START",
    "scsi0,          serial,      a,     b,     AFTER_STOP_START",
    "cores,          ,            1,     2,     AFTER_STOP_START",
    "sockets,        ,            1,     2,     AFTER_STOP_START",
    "cpu,            cputype,     a,     b,     AFTER_STOP_START",
    "numa,           ,            0,     1,     AFTER_STOP_START",
    "memory,         current,     1,     2,     AFTER_STOP_START",
    "hugepages,      ,            ,      1024,  AFTER_STOP_START",
    "vcpus,          ,            1,     2,     AFTER_STOP_START",
    "machine,        type,        a,     b,     AFTER_STOP_START",
    "bios,           ,            a,     b,     AFTER_STOP_START",
    "scsihw,         ,            a,     b,     AFTER_STOP_START",
    "boot,           order,       a,     b,     AFTER_STOP_START",
    "vga,            type,        a,     b,     AFTER_STOP_START",
    "serial0,        ,            ,      socket, AFTER_STOP_START",
    "hostpci0,       mapping,     a,     b,     AFTER_STOP_START",
    "rng0,           source,      a,     b,     AFTER_STOP_START",
    "smbios1,        uuid,        a,     b,     AFTER_STOP_START",
    "ostype,         ,            a,     b,     AFTER_STOP_START",
    "ipconfig0,      gw,          a,     b,     AFTER_STOP_START",
    "nameserver,     ,            a,     b,     AFTER_STOP_START",
    "watchdog,       model,       a,     b,     AFTER_STOP_START",
  })
  void runningVm(String key, String part, String oldValue, String newValue, Effect effect) {
    Part change =
        new Part(
            Optional.ofNullable(part),
            Optional.ofNullable(oldValue),
            Optional.ofNullable(newValue));

    assertThat(hotPlug(Guest.vm(3001, "w", "pve1")).effect(key, change)).isEqualTo(effect);
    assertThat(hotPlug(Guest.vm(3001, "w", "pve1").power(Power.STOPPED)).effect(key, change))
        .isEqualTo(Effect.AT_ONCE);
  }

  @ParameterizedTest(name = "hotplug={0}, numa={1}: {2} {3}")
  @CsvSource({
    "'disk',             0, net0,   AFTER_STOP_START",
    "'disk;network',     0, net0,   AT_ONCE",
    "'1',                0, net0,   AT_ONCE",
    "'0',                0, net0,   AFTER_STOP_START",
    "'memory',           1, memory, AT_ONCE",
    "'memory',           0, memory, AFTER_STOP_START",
    "'network,cpu',      0, vcpus,  AT_ONCE",
    "'network,cpu',      0, cores,  AFTER_STOP_START",
  })
  void theVmsOwnHotplugSettingCounts(String hotplug, String numa, String key, Effect effect) {
    Guest guest = Guest.vm(3001, "w", "pve1").with("hotplug", hotplug).with("numa", numa);
    Part change = new Part(Optional.empty(), Optional.of("1"), Optional.of("2"));

    assertThat(hotPlug(guest).effect(key, change)).isEqualTo(effect);
  }

  /** What the host does to a card's traffic asks nothing of the guest. */
  @ParameterizedTest
  @CsvSource({
    "firewall, AT_ONCE",
    "link_down, AT_ONCE",
    "rate, AT_ONCE",
    "tag, AT_ONCE",
    "trunks, AT_ONCE",
    "bridge, AFTER_STOP_START",
    "queues, AFTER_STOP_START",
  })
  void aCardThatCannotBePluggedIsStillChanged(String part, Effect effect) {
    Guest guest = Guest.vm(3001, "w", "pve1").with("hotplug", "disk");
    Part change = new Part(Optional.of(part), Optional.of("1"), Optional.of("2"));

    assertThat(hotPlug(guest).effect("net1", change)).isEqualTo(effect);
  }

  @ParameterizedTest(name = "{0} with hotplug={1}: {2}")
  @CsvSource({
    "scsi3,     1,       AT_ONCE",
    "virtio1,   1,       AT_ONCE",
    "scsi3,     network, AFTER_STOP_START",
    "sata1,     1,       AFTER_STOP_START",
    "ide2,      1,       AFTER_STOP_START",
    "efidisk0,  1,       AFTER_STOP_START",
    "tpmstate0, 1,       AFTER_STOP_START",
  })
  void newDrives(String key, String hotplug, Effect effect) {
    Guest guest = Guest.vm(3001, "w", "pve1").with("hotplug", hotplug);

    assertThat(hotPlug(guest).attaching(key)).isEqualTo(effect);
  }

  @ParameterizedTest(name = "{0} {1} from {2} to {3}: {4}")
  @CsvSource({
    "net0,  model,   a, b, true",
    "net1,  macaddr, a, b, true",
    "net0,  queues,  4, 2, true",
    "net0,  mtu,      , 2, true",
    "net0,  mtu,     2,  , true",
    "net0,  ,        a, b, true",
    "net1,  ,         , b, false",
    "net0,  bridge,  a, b, false",
    "net0,  tag,      , 2, false",
    "scsi0, queues,  4, 2, false",
  })
  void cardsOfRunningVms(String key, String part, String old, String now, boolean replaced) {
    List<Part> parts =
        List.of(
            new Part(
                Optional.ofNullable(part), Optional.ofNullable(old), Optional.ofNullable(now)));

    assertThat(hotPlug(Guest.vm(3001, "w", "pve1")).replacesCard(key, parts)).isEqualTo(replaced);
    assertThat(hotPlug(Guest.vm(3001, "w", "pve1").power(Power.STOPPED)).replacesCard(key, parts))
        .isFalse();
  }

  private static HotPlug hotPlug(Guest guest) {
    ObservedGuest built = guest.build();
    return HotPlug.of(built, built.configuration().orElseThrow());
  }
}
