package io.github.talosforge.attack;

import static io.github.talosforge.attack.AttackedCluster.CD;
import static io.github.talosforge.attack.AttackedCluster.DATA_VM;
import static io.github.talosforge.attack.AttackedCluster.GOLDEN;
import static io.github.talosforge.attack.AttackedCluster.LATER;
import static io.github.talosforge.attack.AttackedCluster.MAIL;
import static io.github.talosforge.attack.AttackedCluster.TEMPLATE;
import static io.github.talosforge.attack.AttackedCluster.WITH_CD;
import static io.github.talosforge.attack.AttackedCluster.WITH_DB;
import static io.github.talosforge.attack.AttackedCluster.WORKER;

import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Volume;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Somebody who removes what was looked at and puts something of its own in its place, after the
 * plan or in the last moment that a further look can see. Another one takes a line here and one in
 * {@code rivals.csv}.
 */
enum Rival {
  VM_AFTER_THE_PLAN(a -> a.replace(WORKER, MAIL)),
  VM_AFTER_THE_STOP(a -> a.replace(WORKER, MAIL), (a, said) -> isOff(a, WORKER)),
  VM_ALIKE_AFTER_THE_STOP(a -> a.replaceAlike(WORKER), (a, said) -> isOff(a, WORKER)),
  DISK_ADDED_AFTER_THE_PLAN(a -> a.disk(WORKER)),
  DISK_ADDED_AFTER_THE_STOP(a -> a.disk(WORKER), (a, said) -> isOff(a, WORKER)),
  DATA_VM_AFTER_THE_PLAN(a -> a.replace(DATA_VM, MAIL)),
  TEMPLATE_AFTER_THE_PLAN(a -> a.replace(TEMPLATE, GOLDEN)),
  TEMPLATE_ALIKE_AFTER_THE_PLAN(a -> a.replaceAlike(TEMPLATE)),
  VOLUME_ATTACHED_AFTER_A_WRITE(
      a -> a.made(7001, WITH_DB), (a, said) -> said.startsWith("POST /nodes/HOST/qemu/ID/config")),
  IMAGE_AFTER_A_LOOK(a -> a.file(image(a), "import", LATER), (a, said) -> said.contains(image(a))),
  CD_AFTER_A_LOOK(a -> a.file(CD, "iso", LATER), (a, said) -> said.contains(CD)),
  CD_INSERTED_AFTER_THE_PLAN(a -> a.made(7001, WITH_CD));

  @SuppressWarnings("ImmutableEnumChecker")
  private final Consumer<AttackedCluster> deed;

  @SuppressWarnings("ImmutableEnumChecker")
  private final BiPredicate<AttackedCluster, String> moment;

  final boolean afterThePlan;

  Rival(Consumer<AttackedCluster> deed) {
    this(deed, (attacked, said) -> true, true);
  }

  Rival(Consumer<AttackedCluster> deed, BiPredicate<AttackedCluster, String> moment) {
    this(deed, moment, false);
  }

  Rival(
      Consumer<AttackedCluster> deed,
      BiPredicate<AttackedCluster, String> moment,
      boolean afterThePlan) {
    this.deed = deed;
    this.moment = moment;
    this.afterThePlan = afterThePlan;
  }

  /** Begins with a copy of the cluster, in which a CD was left. */
  static AttackedCluster awaited() {
    return AttackedCluster.start().file(CD, "iso", 5);
  }

  /** Whether this is the moment, by an operation and its answer. */
  boolean comes(AttackedCluster attacked, String said) {
    return moment.test(attacked, said);
  }

  void strike(AttackedCluster attacked) {
    deed.accept(attacked);
  }

  private static boolean isOff(AttackedCluster attacked, int id) {
    return attacked.cluster.simulator.inspect().vm(id).filter(VmState::running).isEmpty();
  }

  private static String image(AttackedCluster attacked) {
    return attacked.cluster.simulator.inspect().volumes().stream()
        .filter(volume -> volume.content().equals("import"))
        .map(Volume::volid)
        .findFirst()
        .orElse("no image");
  }
}
