package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** Memory of huge pages that Proxmox VE would not start a VM with. */
final class HugePagesRule extends NodeRule {
  private static final String LARGE = "1024";

  HugePagesRule() {
    super("TF-HUGEPAGES", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    node.vm().hugePages().ifPresent(pages -> check(node, pages, complaints));
  }

  /** The memory is dealt out to the sockets, and each share must be whole pages. */
  private static void check(NodeSpec node, String pages, Complaints complaints) {
    if (!node.vm().cpu().numa()) {
      complaints.about(
          "hugepages",
          "Without numa, Proxmox VE starts no VM whose memory is huge pages.",
          "Set numa: true, or remove hugepages.");
    }
    long page = pages.equals(LARGE) ? 1024 : 2;
    long step = page * node.vm().cpu().sockets();
    if (node.vm().memory().mebibytes() % step != 0) {
      complaints.about(
          "vm_memory",
          "The memory of "
              + node.vm().memory()
              + " cannot be made of huge pages of "
              + page
              + " MiB, as many for each socket.",
          "Set vm_memory to a multiple of " + step + " (MiB).");
    }
  }
}
