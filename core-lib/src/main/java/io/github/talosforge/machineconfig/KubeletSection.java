package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.KubeletSpec;
import io.github.talosforge.versions.KubernetesPart;
import java.util.List;

/** Writes {@code machine.kubelet}. */
final class KubeletSection {
  private static final String REGISTER_WITH_TAINTS = "registerWithTaints";

  private KubeletSection() {}

  static Fields of(NodeInput input) {
    KubeletSpec spec = input.cluster().kubernetes().kubelet();
    return new Fields()
        .put("image", KubernetesPart.KUBELET.image(input.cluster().kubernetes().version()))
        .putUnlessEmpty("extraArgs", spec.extraArgs())
        .putUnlessEmpty("extraConfig", extraConfig(input, spec))
        .putItemsUnlessEmpty("extraMounts", spec.extraMounts())
        .put("defaultRuntimeSeccompProfileEnabled", true)
        .put("disableManifestsDirectory", true)
        .putUnlessEmpty(
            "nodeIP", new Fields().putUnlessEmpty("validSubnets", subnets(input, spec)));
  }

  /**
   * Kubernetes forbids workers to change their taints, so that {@code machine.nodeTaints} has no
   * effect there; they may bring them when they join.
   */
  private static Fields extraConfig(NodeInput input, KubeletSpec spec) {
    Fields config = new Fields();
    spec.extraConfig().forEach(config::put);
    if (!input.isControlPlane() && !spec.extraConfig().containsKey(REGISTER_WITH_TAINTS)) {
      List<FreeYaml.Mapping> taints =
          input.node().registration().taints().stream()
              .map(text -> Taint.of(text).asKubernetesWritesIt())
              .toList();
      config.putItemsUnlessEmpty(REGISTER_WITH_TAINTS, taints);
    }
    return config;
  }

  /** With several networks, Talos would take the lowest address for the node's. */
  private static List<String> subnets(NodeInput input, KubeletSpec spec) {
    List<CidrBlock> subnets = spec.nodeIpSubnets();
    if (subnets.isEmpty() && input.isMultiHomed()) {
      subnets = List.of(input.cluster().network().nodeCidr());
    }
    return subnets.stream().map(CidrBlock::toString).toList();
  }
}
