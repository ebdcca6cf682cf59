package io.github.talosforge.simulator.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Task;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Tells the world as the page wants it. Used inside of the world's lock. */
final class Status {
  private static final int TASKS = 15;
  private static final long GIB = 1L << 30;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private final World world;
  private final TalosStatus talos;

  Status(World world, TalosStatus talos) {
    this.world = world;
    this.talos = talos;
  }

  ObjectNode json() {
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("release", world.personality().release()).put("summary", summary());
    ArrayNode hosts = status.putArray("hosts");
    world.hosts().values().forEach(host -> host(hosts.addObject(), host));
    ArrayNode vms = status.putArray("vms");
    world.vms().values().stream()
        .sorted(Comparator.comparingInt(Vm::id))
        .forEach(vm -> vm(vms.addObject(), vm));
    ArrayNode clusters = status.putArray("clusters");
    talos.clusters().forEach(cluster -> cluster(clusters.addObject(), cluster));
    ArrayNode tasks = status.putArray("tasks");
    world.tasks().values().stream()
        .sorted(Comparator.comparingLong(Task::startTime).reversed())
        .limit(TASKS)
        .forEach(task -> task(tasks.addObject(), task));
    return status;
  }

  private String summary() {
    long running = world.vms().values().stream().filter(Vm::isRunning).count();
    return "%s%s, %s (%d running), %s"
        .formatted(
            number(world.hosts().size(), "host"),
            world.quorate() ? "" : " without quorum",
            number(world.vms().size(), "VM"),
            running,
            number(talos.nodes().size(), "Talos node"));
  }

  private static String number(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private void host(ObjectNode row, Host host) {
    long vms = world.vms().values().stream().filter(vm -> vm.host().equals(host.name())).count();
    row.put("name", host.name()).put("state", host.online() ? "online" : "offline");
    row.put("vms", vms);
    row.put(
        "storage",
        world.storages().values().stream()
            .filter(storage -> storage.availableOn(host.name()))
            .filter(storage -> world.volumes().used(storage, host.name()) > 0)
            .map(storage -> used(storage, host.name()))
            .collect(Collectors.joining(", ")));
  }

  private String used(Storage storage, String host) {
    double used = (double) world.volumes().used(storage, host) / GIB;
    return String.format(
        Locale.ROOT, "%s %.1f of %d GiB", storage.id(), used, storage.capacity() / GIB);
  }

  private void vm(ObjectNode row, Vm vm) {
    row.put("id", vm.id()).put("name", vm.name()).put("host", vm.host());
    row.put("state", vm.isTemplate() ? "template" : vm.isRunning() ? "running" : "stopped");
    row.put("lock", Objects.requireNonNullElse(vm.lock(), ""));
    talos.nodes().stream()
        .filter(node -> node.vmid() == vm.id())
        .findFirst()
        .ifPresent(
            node ->
                row.put("stage", node.stage())
                    .put("version", node.version())
                    .put("address", node.address())
                    .put("kubernetes", node.kubernetes()));
  }

  private static void cluster(ObjectNode row, TalosStatus.Cluster cluster) {
    row.put("name", cluster.name()).put("endpoint", cluster.endpoint());
    ArrayNode members = row.putArray("members");
    for (TalosStatus.Member member : cluster.members()) {
      members
          .addObject()
          .put("name", member.name())
          .put("state", member.state())
          .put("id", member.id())
          .put("peer", member.peer());
    }
  }

  private static void task(ObjectNode row, Task task) {
    row.put("started", TIME.format(Instant.ofEpochSecond(task.startTime())));
    row.put("type", task.type()).put("id", task.id()).put("host", task.node());
    row.put("user", task.user());
    row.put(
        "state", task.isRunning() ? "working" : Objects.requireNonNullElse(task.exitStatus(), ""));
  }
}
