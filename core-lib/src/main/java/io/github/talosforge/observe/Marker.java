package io.github.talosforge.observe;

import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a VM's description. It is the only mark that a clone or create call can carry,
 * so that a VM whose making was interrupted is recognised. It names the VM's id: a copy has the
 * line too, but not the id.
 *
 * @param cluster the cluster
 * @param node the node
 * @param part which of the node's VMs it is
 * @param vm the id of the VM that it was written for; empty in a line of before ids were in it
 */
public record Marker(ClusterUid cluster, NodeName node, NodePart part, Optional<VmId> vm) {
  private static final Pattern LINE =
      Pattern.compile(
          "talosforge: cluster=(?<cluster>\\S+) (?<part>node|data)=(?<node>\\S+)"
              + "( vm=(?<vm>[0-9]{1,9}))?\\s*");

  /** Finds the marker of a description. */
  public static Optional<Marker> in(String description) {
    return description
        .lines()
        .findFirst()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .flatMap(Marker::read);
  }

  private static Optional<Marker> read(Matcher line) {
    try {
      ClusterUid cluster = ClusterUid.of(line.group("cluster"));
      NodeName node = NodeName.of(line.group("node"));
      Optional<VmId> vm =
          Optional.ofNullable(line.group("vm")).map(Integer::parseInt).map(VmId::of);
      return Arrays.stream(NodePart.values())
          .filter(part -> part.word().equals(line.group("part")))
          .findFirst()
          .map(part -> new Marker(cluster, node, part, vm));
    } catch (InvalidValueException notWrittenByUs) {
      return Optional.empty();
    }
  }

  /** Returns the line itself. */
  public String line() {
    return "talosforge: cluster="
        + cluster
        + " "
        + part.word()
        + "="
        + node
        + vm.map(id -> " vm=" + id).orElse("");
  }

  /** Tells whether it was written for a VM. */
  public boolean isOf(VmId id) {
    return vm.filter(id::equals).isPresent();
  }

  /** Tells whether it was written for another VM, so that whoever shows it is a copy. */
  public boolean isOfAnother(VmId id) {
    return vm.filter(written -> !written.equals(id)).isPresent();
  }

  /** Returns a description that begins with the line, followed by what the user wrote. */
  public String describe(String text) {
    return text.isEmpty() ? line() : line() + "\n" + text;
  }
}
