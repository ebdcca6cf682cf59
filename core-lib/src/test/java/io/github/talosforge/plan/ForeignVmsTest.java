package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedGuest.Kind;
import io.github.talosforge.observe.ObservedGuest.Power;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever other people's guests look like, no change is ever planned for one. */
class ForeignVmsTest {
  private static final int ROUNDS = 3_000;
  private static final List<String> NAMES =
      List.of("cp-1", "worker-1", "mail", "", "VM 3001", "Copy-of-VM-cp-1", "talos-v1.12.4-base");
  private static final List<String> TAGS =
      List.of(
          "talosforge",
          "talosforge-homelab",
          "talosforge-production",
          "talosforge-template",
          "worker",
          "talos-v1.12.4");
  private static final List<String> DESCRIPTIONS =
      List.of(
          "talosforge: cluster=4c1f0a52 node=mail",
          "talosforge: cluster=ffffffff node=cp-1",
          "talosforge: cluster=4c1f0a52",
          "qmclone temporary file",
          "notes\ntalosforge: cluster=4c1f0a52 node=cp-1");
  private static final List<String> UUIDS =
      List.of(
          Guest.uuid("ffffffff", "cp-1"),
          Guest.uuid("4c1f0a52", "another"),
          "11111111-2222-4333-8444-555555555555");
  private static final List<String> LOCKS = List.of("clone", "create", "backup", "migrate");

  @Test
  void noChangeTouchesAForeignGuest() {
    int changes = 0;
    List<Scene> scenes = List.of(edited(Scene.deployed()), edited(new Scene()));
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      Scene scene = any(random, scenes).copy();
      Set<VmId> ours = new HashSet<>(scene.guests.keySet());
      Set<VmId> foreign = strangers(random, scene, ours);
      scene.allowRestarts = random.nextBoolean();

      Plan plan = scene.plan();

      for (Change change : plan.changes()) {
        if (change instanceof VmChange onVm) {
          assertThat(foreign).as("seed %d: %s", seed, change.id()).doesNotContain(onVm.vm().vmId());
        } else if (change instanceof BuildTemplate build) {
          assertThat(foreign).as("seed %d: %s", seed, change.id()).doesNotContain(build.vmId());
        }
      }
      changes += plan.changes().size();
    }
    assertThat(changes).isGreaterThan(ROUNDS);
  }

  private static Scene edited(Scene scene) {
    scene.files("vm_cores: 8", "vm_cores: 12").spec();
    return scene;
  }

  private static Set<VmId> strangers(Random random, Scene scene, Set<VmId> ours) {
    Set<VmId> foreign = new HashSet<>();
    int count = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      Guest guest = stranger(random);
      VmId id = VmId.of(guest.id);
      if (!ours.contains(id)) {
        ObservedGuest built = guest.build();
        scene.guests.put(built.id(), built);
        foreign.add(id);
      }
    }
    return foreign;
  }

  private static Guest stranger(Random random) {
    int[] ids = {100, 2001, 2002, 3001, 3002, 9000, 9001, 5000 + random.nextInt(50)};
    Guest guest =
        Guest.vm(
            ids[random.nextInt(ids.length)], any(random, NAMES), "pve" + (1 + random.nextInt(3)));
    guest.kind = any(random, List.of(Kind.values()));
    guest.power(any(random, List.of(Power.values())));
    guest.with("tags", any(random, TAGS) + ";" + any(random, TAGS) + ";" + any(random, TAGS));
    guest.with("scsi0", "local-zfs:vm-" + guest.id + "-disk-0,size=8G");
    if (random.nextBoolean()) {
      guest.with("description", any(random, DESCRIPTIONS));
    }
    if (random.nextBoolean()) {
      guest.with("smbios1", "uuid=" + any(random, UUIDS));
    }
    if (random.nextInt(4) == 0) {
      guest.with("lock", any(random, LOCKS));
    }
    if (random.nextInt(4) == 0) {
      guest.with("ipconfig0", "ip=192.168.1." + (10 + random.nextInt(15)) + "/24");
    }
    return random.nextInt(4) == 0 ? guest.unread() : guest;
  }

  private static <T> T any(Random random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
