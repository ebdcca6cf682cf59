package io.github.talosforge.allocation;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.MemorySize;
import java.util.Collection;

/**
 * What a host can still take.
 *
 * @param name the host
 * @param online whether it answers
 * @param freeMebibytes the memory for further VMs, negative when more is promised than there is
 * @param totalMebibytes the memory that it has
 */
public record HostCapacity(HostName name, boolean online, long freeMebibytes, long totalMebibytes) {

  /** Returns the capacity of a host that has this much memory unused. */
  public static HostCapacity free(HostName name, MemorySize unused) {
    return new HostCapacity(name, true, unused.mebibytes(), unused.mebibytes());
  }

  /** Returns the capacity of a host that does not answer: none. */
  public static HostCapacity offline(HostName name) {
    return new HostCapacity(name, false, 0, 0);
  }

  /**
   * Returns the capacity of a host by what is promised to its VMs rather than by what they use.
   * Templates and stopped VMs of others are not counted, nor are VMs on other hosts.
   *
   * @param name the host
   * @param total the memory it has
   * @param vms the VMs that were found
   */
  public static HostCapacity committed(
      HostName name, MemorySize total, Collection<ObservedVm> vms) {
    long promised =
        vms.stream()
            .filter(vm -> vm.host().equals(name) && vm.needsMemory())
            .mapToLong(vm -> vm.memory().mebibytes())
            .sum();
    return new HostCapacity(name, true, total.mebibytes() - promised, total.mebibytes());
  }
}
