package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.NodeSpec;
import java.util.Set;

/** The processor model lacks instructions that Talos needs. */
final class CpuTypeRule extends NodeRule {
  private static final Set<String> TOO_OLD =
      Set.of(
          "kvm64",
          "kvm32",
          "qemu64",
          "qemu32",
          "486",
          "pentium",
          "pentium2",
          "pentium3",
          "athlon",
          "coreduo",
          "core2duo",
          "phenom",
          "Conroe",
          "Penryn",
          "Opteron_G1",
          "Opteron_G2",
          "Opteron_G3");

  CpuTypeRule() {
    super("TF-CPU-TYPE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    String type = node.vm().cpu().type();
    if (node.image().architecture() == Architecture.AMD64 && TOO_OLD.contains(type)) {
      complaints.about(
          "cpu_type",
          "Talos does not boot on the processor model " + type + ", which lacks x86-64-v2.",
          "Set cpu_type to host, or to x86-64-v2-AES to migrate between different processors.");
    }
  }
}
