package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Nodes have different MTUs in the same subnet. */
final class MixedMtuRule extends ClusterRule {

  MixedMtuRule() {
    super("TF-MTU-MIXED", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Map<Integer, NodeSpec> byMtu = new LinkedHashMap<>();
    spec.nodes().forEach(node -> byMtu.putIfAbsent(node.vm().nic().mtu().orElse(0), node));
    if (byMtu.size() > 1) {
      NodeSpec odd = byMtu.values().stream().skip(1).findFirst().orElseThrow();
      findings.report(
          odd.provenance().nearest("mtu"),
          "Nodes of one subnet have different MTUs: "
              + byMtu.keySet().stream().map(MixedMtuRule::words).collect(Collectors.joining(", "))
              + ".",
          "Give all nodes the same mtu; large packets between them are lost otherwise.");
    }
  }

  private static String words(int mtu) {
    return mtu == 0 ? "the default" : Integer.toString(mtu);
  }
}
