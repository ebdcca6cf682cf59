package io.github.talosforge.simulator.world;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What is wrong inside of VMs and with the network between them, until it is lifted. */
public final class Troubles {
  private final Map<Integer, Set<Trouble>> ofVms = new HashMap<>();
  private final Set<Set<Integer>> cuts = new HashSet<>();

  /** Something that is wrong with a node. */
  public enum Trouble {
    /** Its firmware never gets as far as the system. */
    NEVER_BOOTS,
    /** It boots and runs, but one of its own pods never works. */
    NEVER_READY,
    /** It boots ten times slower. */
    BOOTS_SLOWLY,
    /** It reboots at once, as after a power failure; that lifts this trouble. */
    REBOOTS,
    /** Its clock is not in sync. */
    CLOCK_OUT_OF_SYNC,
    /** Its certificate comes from a CA that nobody knows. */
    WRONG_CA,
    /** Nobody reaches it. */
    CUT_OFF,
    /** Its etcd has lost its data and does not come up. */
    ETCD_MEMBER_LOST,
    /** Its etcd has not followed the others for a while. */
    ETCD_LAGS,
    /** Its etcd says that it leads, whoever does. */
    ETCD_CLAIMS_LEAD,
    /** Its etcd waits for other services before it looks at its data, as while a node boots. */
    ETCD_WAITS,
    /** Its etcd's image takes long to load; until it is there, data make no difference. */
    ETCD_PULLS,
    /** Its etcd has other data than the other members. */
    ETCD_CORRUPT,
    /** A snapshot of its etcd breaks off in the middle. */
    SNAPSHOT_BREAKS,
    /** Its disks have no room left. */
    DISK_FULL
  }

  /**
   * Sets or lifts a trouble by its name in rules.
   *
   * @param vmid the VM
   * @param name for example {@code boots-slowly}
   * @param present whether it is there
   */
  public void set(int vmid, String name, boolean present) {
    set(vmid, Trouble.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')), present);
  }

  /**
   * Sets or lifts a trouble.
   *
   * @param vmid the VM
   * @param trouble the trouble
   * @param present whether it is there
   */
  public void set(int vmid, Trouble trouble, boolean present) {
    Set<Trouble> set = ofVms.computeIfAbsent(vmid, id -> EnumSet.noneOf(Trouble.class));
    if (present) {
      set.add(trouble);
    } else {
      set.remove(trouble);
    }
  }

  /**
   * Whether a VM has a trouble.
   *
   * @param vmid the VM
   * @param trouble the trouble
   * @return whether it has
   */
  public boolean has(int vmid, Trouble trouble) {
    return ofVms.getOrDefault(vmid, Set.of()).contains(trouble);
  }

  /**
   * Cuts or mends the network between two VMs.
   *
   * @param one a VM
   * @param other another VM
   * @param cut whether it is cut
   */
  public void cut(int one, int other, boolean cut) {
    Set<Integer> link = Set.copyOf(List.of(one, other));
    if (cut) {
      cuts.add(link);
    } else {
      cuts.remove(link);
    }
  }

  /**
   * Whether two VMs see each other.
   *
   * @param one a VM
   * @param other another VM, or the same
   * @return whether they do
   */
  public boolean connected(int one, int other) {
    return one == other
        || (!cuts.contains(Set.of(one, other))
            && !has(one, Trouble.CUT_OFF)
            && !has(other, Trouble.CUT_OFF));
  }
}
