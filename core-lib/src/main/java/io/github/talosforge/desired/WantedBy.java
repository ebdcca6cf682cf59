package io.github.talosforge.desired;

import io.github.talosforge.config.catalogue.OptionKeys;
import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Origin;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Optional;
import java.util.Set;

/** Finds out which line of the user's files wants a value of a VM's configuration. */
public final class WantedBy {
  private WantedBy() {}

  /**
   * Returns who wants a value, if it is one that a single line or default decides.
   *
   * @param node the node
   * @param option the key of the VM's configuration, such as {@code net0}
   * @param part the part of its value, such as {@code tag}; empty for the value as a whole
   */
  public static Optional<Origin> origin(NodeSpec node, String option, Optional<String> part) {
    return disk(node, VmConfigKey.of(option))
        .or(() -> OptionKeys.keyOf(option, part))
        .or(() -> Optional.of("vm_options." + option))
        .flatMap(node.provenance()::find)
        .map(ExplainedValue::origin);
  }

  /**
   * Returns the parts of an option's value that files decide, such as {@code tag}. One that they
   * leave out is to have its default; any other part stays as somebody set it.
   */
  public static Set<String> parts(String option) {
    return OptionKeys.partsOf(option);
  }

  /** Returns who wants a disk that the node's data VM keeps. */
  public static Optional<Origin> origin(NodeSpec node, DataVolume volume) {
    return node.provenance().find(volume.setting()).map(ExplainedValue::origin);
  }

  /** Behind the system disk, numbers tell volumes and further disks apart. */
  private static Optional<String> disk(NodeSpec node, VmConfigKey key) {
    if (key.bus().filter(DriveBus.SCSI::equals).isEmpty()
        || key.name().equals(Drives.SYSTEM_DISK)) {
      return Optional.empty();
    }
    int extra = key.index().orElseThrow() - Drives.FIRST_EXTRA;
    boolean volume = extra < 0 || extra >= node.vm().extraDisks().size();
    return Optional.of(volume ? "volumes" : "extra_disks");
  }
}
