package io.github.talosforge.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The processor of a VM.
 *
 * @param sockets the sockets
 * @param cores the cores of each socket
 * @param type the model that the guest sees
 * @param flags processor flags, each with its sign
 * @param units the weight against other VMs
 * @param limit the upper bound of use, in cores
 * @param numa whether the guest sees NUMA nodes
 */
public record CpuSpec(
    int sockets,
    int cores,
    String type,
    List<String> flags,
    Optional<Integer> units,
    Optional<BigDecimal> limit,
    boolean numa) {

  /** Keeps an own copy of the list. */
  public CpuSpec {
    flags = List.copyOf(flags);
  }

  /** Returns the cores of all sockets. */
  public int totalCores() {
    return sockets * cores;
  }
}
