package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Several nodes on one host are to have the same GPU. */
final class GpuPoolRule extends ClusterRule {

  GpuPoolRule() {
    super("TF-GPU-SHARED-ADDRESS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Map<String, NodeSpec> owners = new HashMap<>();
    OncePerPool once = new OncePerPool();
    for (NodeSpec node : spec.nodes()) {
      Optional<HostName> host = CertainHost.of(node, spec);
      Optional<GpuSpec> gpu = node.vm().gpu();
      if (host.isPresent()
          && gpu.isPresent()
          && gpu.get().device() instanceof GpuSpec.Address address) {
        NodeSpec owner = owners.putIfAbsent(host.get() + " " + address.address(), node);
        if (owner != null && once.test(node)) {
          findings.report(
              node.provenance().nearest("gpu_pci_bdf"),
              "The nodes "
                  + owner.name()
                  + " and "
                  + node.name()
                  + " are both to have the device "
                  + address.address()
                  + " of "
                  + host.get()
                  + ", and only one of them can start.",
              "Give every node a device of its own, or put them on different hosts.");
        }
      }
    }
  }
}
