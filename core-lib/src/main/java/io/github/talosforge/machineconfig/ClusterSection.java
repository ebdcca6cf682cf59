package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.KubernetesSpec;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.secrets.SecretsBundle;
import java.net.URI;
import java.util.List;

/** Writes {@code cluster}, of which workers get just what they need to join. */
final class ClusterSection {

  private ClusterSection() {}

  static Fields of(NodeInput input) {
    SecretsBundle secrets = input.secrets();
    Fields cluster =
        new Fields()
            .put("id", secrets.clusterId().value())
            .put("secret", secrets.clusterSecret().value())
            .put("controlPlane", new Fields().put("endpoint", input.endpoint().toString()))
            .put("clusterName", input.cluster().name().value())
            .put("network", network(input))
            .put("token", secrets.bootstrapToken().value())
            .put("ca", Authority.of(secrets.certificates().kubernetes(), input.isControlPlane()))
            .put("discovery", discovery())
            .putUnlessEmpty("externalCloudProvider", cloudProvider(input));
    return input.isControlPlane() ? ControlPlaneSection.over(cluster, input) : cluster;
  }

  private static Fields network(NodeInput input) {
    NetworkSpec network = input.cluster().network();
    Fields section = new Fields();
    if (input.cluster().kubernetes().cni() != KubernetesSpec.Cni.FLANNEL) {
      section.put("cni", new Fields().put("name", "none"));
    }
    return section
        .put("dnsDomain", network.dnsDomain().value())
        .put("podSubnets", List.of(network.podCidr().toString()))
        .put("serviceSubnets", List.of(network.serviceCidr().toString()));
  }

  private static Fields discovery() {
    Fields registries =
        new Fields()
            .put("kubernetes", new Fields().put("disabled", true))
            .put("service", new Fields());
    return new Fields().put("enabled", true).put("registries", registries);
  }

  private static Fields cloudProvider(NodeInput input) {
    KubernetesSpec kubernetes = input.cluster().kubernetes();
    Fields provider = new Fields().putIf("enabled", kubernetes.externalCloudProvider());
    return kubernetes.externalCloudProvider() && input.isControlPlane()
        ? provider.putUnlessEmpty(
            "manifests", kubernetes.cloudProviderManifests().stream().map(URI::toString).toList())
        : provider;
  }
}
