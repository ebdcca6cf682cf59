package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.DiskEncryptionSpec;
import io.github.talosforge.model.NodeRegistration;
import io.github.talosforge.model.TalosSpec;
import io.github.talosforge.pki.CertificateAndKey;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code machine}. */
final class MachineSection {
  private static final int KUBE_PRISM_PORT = 7445;
  private static final String NO_LOAD_BALANCER =
      "node.kubernetes.io/exclude-from-external-load-balancers";

  private MachineSection() {}

  static Fields of(NodeInput input) {
    CertificateAndKey os = input.secrets().certificates().os();
    Fields machine =
        new Fields()
            .put("type", input.isControlPlane() ? "controlplane" : "worker")
            .put("token", input.secrets().trustdToken().value())
            .put("ca", Authority.of(os, input.isControlPlane()))
            .put("certSANs", input.cluster().kubernetes().certSans())
            .put("kubelet", KubeletSection.of(input))
            .put("network", NetworkSection.of(input))
            .put("install", InstallSection.of(input))
            .putUnlessEmpty("time", time(input.cluster().network().ntpServers()))
            .putUnlessEmpty("registries", registries(input));
    return registration(
        input, systemDiskEncryption(input, machine.put("features", features(input))));
  }

  private static Fields time(List<String> servers) {
    return new Fields().putUnlessEmpty("servers", servers);
  }

  private static Fields registries(NodeInput input) {
    Fields registries = new Fields();
    if (!input.contract().hasNetworkDocuments()) {
      Fields mirrors = new Fields();
      input
          .cluster()
          .talos()
          .registryMirrors()
          .forEach((registry, urls) -> mirrors.put(registry, mirror(urls)));
      registries.putUnlessEmpty("mirrors", mirrors);
    }
    return registries;
  }

  private static Fields mirror(List<URI> urls) {
    return new Fields().put("endpoints", urls.stream().map(URI::toString).toList());
  }

  private static Fields features(NodeInput input) {
    boolean named = input.contract().namesLockedFeatures();
    return new Fields()
        .putIf("rbac", named)
        .putIf("stableHostname", !input.contract().hasNetworkDocuments())
        .putIf("apidCheckExtKeyUsage", named)
        .put("diskQuotaSupport", true)
        .put("kubePrism", new Fields().put("enabled", true).put("port", KUBE_PRISM_PORT))
        .put("hostDNS", new Fields().put("enabled", true).put("forwardKubeDNSToHost", true));
  }

  private static Fields systemDiskEncryption(NodeInput input, Fields machine) {
    if (input.contract().encryptsByDocument()) {
      return machine;
    }
    TalosSpec talos = input.cluster().talos();
    DiskEncryptionSpec spec = talos.encryption();
    Encryption encryption = new Encryption(input);
    return machine.putUnlessEmpty(
        "systemDiskEncryption",
        new Fields()
            .putUnlessEmpty("state", encryption.of(spec.state()))
            .putUnlessEmpty("ephemeral", encryption.of(spec.ephemeral())));
  }

  private static Fields registration(NodeInput input, Fields machine) {
    NodeRegistration registration = input.node().registration();
    Map<String, String> labels = new TreeMap<>(registration.labels());
    Map<String, String> taints = new TreeMap<>();
    if (input.isControlPlane()) {
      labels.putIfAbsent(NO_LOAD_BALANCER, "");
      registration.taints().stream()
          .map(Taint::of)
          .forEach(taint -> taints.put(taint.key(), taint.asTalosWritesIt()));
    }
    return machine
        .putUnlessEmpty("nodeLabels", labels)
        .putUnlessEmpty("nodeAnnotations", registration.annotations())
        .putUnlessEmpty("nodeTaints", taints);
  }
}
