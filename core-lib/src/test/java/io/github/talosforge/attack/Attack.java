package io.github.talosforge.attack;

import static io.github.talosforge.attack.AttackedCluster.CONTROL_PLANE;
import static io.github.talosforge.attack.AttackedCluster.DATA_VM;
import static io.github.talosforge.attack.AttackedCluster.FOREIGN;
import static io.github.talosforge.attack.AttackedCluster.TEMPLATE;
import static io.github.talosforge.attack.AttackedCluster.WORKER;

import java.util.Map;
import java.util.function.Consumer;

/**
 * A VM of somebody else that looks like the cluster's own, or one of its own that nobody may touch
 * as it is. Another one takes a line here and one in {@code foreign-vms.csv}, which says what is
 * said of it by which {@link Verb}.
 */
enum Attack {
  CLONE(a -> a.clone(WORKER, "Copy-of-VM-worker-2")),
  CLONE_NAMED_ALIKE(a -> a.clone(WORKER, "worker-2")),
  CLONE_WITHOUT_TAGS(a -> a.clone(WORKER, "worker-2").without("tags")),
  CLONE_WITHOUT_TAGS_RUNS(a -> a.clone(WORKER, "worker-2").without("tags").running()),
  CLONE_WITHOUT_TAGS_OF_A_LOST_NODE(
      a -> a.clone(WORKER, "worker-2").without("tags").remove(WORKER)),
  CLONE_OF_A_LOST_NODE_RUNS(
      a -> a.clone(WORKER, "worker-2").without("tags").remove(WORKER).running()),
  CLONE_UNDER_A_LOST_NODES_ID(
      a -> a.remove(WORKER).clone(3001, WORKER, "worker-2").clone(3001, "worker-2")),
  CLONE_WITH_OLD_MARK(a -> a.clone(WORKER, "worker-2").without("tags").oldMark(FOREIGN)),
  CLONE_WITH_OLD_MARK_OF_A_LOST_NODE(
      a -> a.clone(WORKER, "worker-2").without("tags").oldMark(FOREIGN).remove(WORKER)),
  CLONE_WITH_OLD_MARK_OF_A_LOST_NODE_RUNS(
      a -> a.clone(WORKER, "worker-2").without("tags").oldMark(FOREIGN).remove(WORKER).running()),
  CLONE_OF_A_NODE_TO_COME(
      a ->
          a.clone(WORKER, "worker-3")
              .without("tags")
              .set("description", "talosforge: cluster=0123456789abcdef node=worker-3 vm=3000")),
  CLONE_OF_A_NODE_TO_COME_WITH_OLD_MARK(
      a ->
          a.clone(WORKER, "worker-3")
              .without("tags")
              .set("description", "talosforge: cluster=0123456789abcdef node=worker-3")),
  BACKUP(a -> a.restore(WORKER)),
  BACKUP_RENAMED(a -> a.restore(WORKER).set("name", "old-worker")),
  BACKUP_WITHOUT_TAGS(a -> a.restore(WORKER).without("tags")),
  BACKUP_RUNS(a -> a.restore(WORKER).running()),
  BACKUP_OF_A_LOST_NODE(a -> a.restore(WORKER).remove(WORKER)),
  BACKUP_WITH_OLD_MARK(a -> a.oldMark(WORKER).restore(WORKER)),
  BACKUP_WITH_OLD_MARK_OF_A_LOST_NODE(a -> a.oldMark(WORKER).restore(WORKER).remove(WORKER)),
  BACKUP_WITHOUT_NOTES_OF_A_LOST_NODE(
      a -> a.restore(WORKER).without("description").remove(WORKER).running()),
  BACKUP_WITH_OLD_MARK_RUNS(a -> a.oldMark(WORKER).restore(WORKER).running()),
  BACKUP_WITHOUT_NOTES(a -> a.restore(WORKER).without("description")),
  BACKUP_LOCKED(a -> a.restore(WORKER).set("lock", "create")),
  DATA_CLONE(a -> a.clone(DATA_VM, "worker-1-data").disk(FOREIGN)),
  DATA_CLONE_WITHOUT_TAGS(a -> a.clone(DATA_VM, "worker-1-data").without("tags").disk(FOREIGN)),
  DATA_CLONE_WITH_OLD_MARK(
      a -> a.clone(DATA_VM, "worker-1-data").without("tags").oldMark(FOREIGN).disk(FOREIGN)),
  DATA_CLONE_OF_A_LOST_ONE(
      a -> a.clone(DATA_VM, "worker-1-data").without("tags").disk(FOREIGN).remove(DATA_VM)),
  DATA_BACKUP(a -> a.restore(DATA_VM).disk(FOREIGN)),
  DATA_BACKUP_WITH_OLD_MARK_OF_A_LOST_ONE(
      a -> a.oldMark(DATA_VM).restore(DATA_VM).disk(FOREIGN).remove(DATA_VM)),
  DATA_BACKUP_OF_A_LOST_ONE(a -> a.restore(DATA_VM).disk(FOREIGN).remove(DATA_VM)),
  DATA_BACKUP_WITH_OLD_MARK(a -> a.oldMark(DATA_VM).restore(DATA_VM).disk(FOREIGN)),
  DATA_BACKUP_WITHOUT_NOTES(a -> a.restore(DATA_VM).without("description").disk(FOREIGN)),
  TEMPLATE_COPY(a -> a.copyTemplate().template()),
  TEMPLATE_COPY_WITH_A_DISK(a -> a.copyTemplate().disk(FOREIGN).template()),
  TEMPLATE_COPY_OF_A_LOST_ONE(a -> a.copyTemplate().disk(FOREIGN).template().remove(TEMPLATE)),
  TEMPLATE_WITHOUT_BUILDER(a -> a.copyTemplate().firstLineOnly().disk(FOREIGN).template()),
  TEMPLATE_TO_BE(a -> a.copyTemplate().remove(TEMPLATE)),
  TEMPLATE_TO_BE_WITHOUT_TAGS(a -> a.copyTemplate().without("tags").remove(TEMPLATE)),
  TEMPLATE_TO_BE_THAT_RUNS(
      a -> a.copyTemplate().without("tags").disk(FOREIGN).remove(TEMPLATE).running()),
  TEMPLATE_TO_BE_WITH_A_DISK(
      a ->
          a.copyTemplate()
              .firstLineOnly("talosforge: builder=0123456789abcdef vm=" + FOREIGN)
              .set("meta", "creation-qemu=9.2.0,ctime=1700000000")
              .disk(FOREIGN)
              .remove(TEMPLATE)),
  MADE_BY_HAND(a -> a.made(FOREIGN, Map.of("name", "worker-2", "memory", "512"))),
  HIDDEN_CLONE(a -> a.clone(WORKER, "worker-2").hidden()),
  HIDDEN_CLONE_OF_A_LOST_NODE(a -> a.clone(WORKER, "worker-2").remove(WORKER).hidden()),
  HIDDEN_CLONE_UNDER_A_LOST_NODES_ID(a -> a.remove(WORKER).clone(3001, WORKER, "photos").hidden()),
  HIDDEN_BACKUP_WITHOUT_TAGS(a -> a.restore(WORKER).without("tags").hidden()),
  HIDDEN_DATA_BACKUP_OF_A_LOST_ONE(a -> a.restore(DATA_VM).disk(FOREIGN).remove(DATA_VM).hidden()),
  HIDDEN_TEMPLATE_TO_BE(a -> a.copyTemplate().remove(TEMPLATE).hidden()),
  OWN_TEMPLATE_WITH_A_DISK(a -> a.only(TEMPLATE).disk(TEMPLATE)),
  OWN_CONTROL_PLANE_HIDDEN(a -> a.only(CONTROL_PLANE).hidden()),
  OWN_WORKER_HIDDEN(a -> a.only(WORKER).hidden()),
  OWN_DATA_VM_HIDDEN(a -> a.only(DATA_VM).hidden()),
  OWN_TEMPLATE_HIDDEN(a -> a.only(TEMPLATE).hidden());

  @SuppressWarnings("ImmutableEnumChecker")
  private final Consumer<AttackedCluster> preparation;

  Attack(Consumer<AttackedCluster> preparation) {
    this.preparation = preparation;
  }

  /** Begins with a copy of the cluster, and lets the foreign VM come. */
  AttackedCluster prepared() {
    AttackedCluster attacked = AttackedCluster.start();
    attacked.cluster.simulator.interventions().seedNews(name().hashCode());
    preparation.accept(attacked);
    return attacked;
  }
}
