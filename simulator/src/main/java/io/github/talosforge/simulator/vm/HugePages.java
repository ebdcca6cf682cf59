package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Vm;

/** Memory that is made of the host's huge pages. */
final class HugePages {
  private static final long MEBIBYTE = 1L << 20;

  /** What Perl adds to a message without an end of line. */
  private static final String PLACE = " at /usr/share/perl5/PVE/QemuServer/Memory.pm line ";

  private final Cluster cluster;

  HugePages(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Refuses what cannot be had when a VM starts. */
  void take(Vm vm) {
    String pages = vm.config().get("hugepages");
    if (pages == null) {
      return;
    }
    if (!"1".equals(vm.config().get("numa"))) {
      throw ApiFailure.died("numa needs to be enabled to use hugepages" + PLACE + "388.");
    }
    checkSize(vm, pages);
    if (VmStatus.memory(vm) > free(vm)) {
      throw ApiFailure.died("hugepage allocation failed" + PLACE + "731.");
    }
  }

  /** Each socket has a share of the memory. */
  private static void checkSize(Vm vm, String pages) {
    long sockets = Long.parseLong(vm.config().getOrDefault("sockets", "1"));
    long share = VmStatus.memory(vm) / MEBIBYTE / sockets;
    if (share % 2 != 0) {
      throw ApiFailure.died(
          "memory size '" + share + "' is not a positive even integer; cannot use for hugepages");
    }
    if (!pages.equals("any") && share % Long.parseLong(pages) != 0) {
      throw ApiFailure.died(
          "Memory size " + share + " is not a multiple of the requested hugepages size " + pages);
    }
  }

  private long free(Vm vm) {
    Host host = cluster.world().hosts().get(vm.host());
    long used =
        cluster.world().vms().values().stream()
            .filter(other -> other.isRunning() && other.host().equals(vm.host()))
            .mapToLong(VmStatus::memory)
            .sum();
    return host == null ? 0 : host.memory() - used;
  }
}
