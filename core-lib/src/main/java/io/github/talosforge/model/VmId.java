package io.github.talosforge.model;

import java.util.Optional;

/**
 * The number of a VM, unique in a Proxmox VE cluster.
 *
 * @param value the number, from 100 to 999999999
 */
public record VmId(int value) implements Comparable<VmId> {
  private static final int LARGEST = 999_999_999;
  private static final WholeNumber GRAMMAR = WholeNumber.of("a VM id", 100, LARGEST);

  /** Checks the bounds that Proxmox VE sets. */
  public VmId {
    GRAMMAR.check(value);
  }

  /** Returns the id with this number. */
  public static VmId of(int number) {
    return new VmId(number);
  }

  /** Reads an id such as {@code 2001}. */
  public static VmId of(String text) {
    return new VmId(GRAMMAR.parse(text));
  }

  /**
   * Returns the id of the VM that keeps this VM's data disks: the same digits and a {@code 0}, as
   * 20010 for 2001; empty when Proxmox VE has no such number.
   */
  public Optional<VmId> dataVm() {
    return value > LARGEST / 10 ? Optional.empty() : Optional.of(new VmId(value * 10));
  }

  /** Returns the id of the VM whose data disks this VM would keep. */
  public Optional<VmId> ofDataVm() {
    return value % 10 == 0 && value >= 1000 ? Optional.of(new VmId(value / 10)) : Optional.empty();
  }

  @Override
  public int compareTo(VmId other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
