package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.KubernetesSpec;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.secrets.Secret;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.versions.KubernetesPart;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Writes what only control planes have of {@code cluster}. */
final class ControlPlaneSection {
  private final NodeInput input;
  private final KubernetesSpec kubernetes;

  private ControlPlaneSection(NodeInput input) {
    this.input = input;
    this.kubernetes = input.cluster().kubernetes();
  }

  static Fields over(Fields cluster, NodeInput input) {
    ControlPlaneSection section = new ControlPlaneSection(input);
    section.secrets(cluster);
    section.components(cluster);
    return section.manifests(cluster);
  }

  private void secrets(Fields cluster) {
    SecretsBundle secrets = input.secrets();
    SecretsBundle.Certificates certificates = secrets.certificates();
    cluster
        .put("aescbcEncryptionSecret", secrets.aescbcKey().map(Secret::value))
        .put("secretboxEncryptionSecret", secrets.secretboxKey().map(Secret::value))
        .put("aggregatorCA", Authority.of(certificates.aggregator(), true))
        .put("serviceAccount", new Fields().put("key", certificates.serviceAccount().base64()));
  }

  private void components(Fields cluster) {
    cluster
        .put("apiServer", apiServer())
        .put("controllerManager", component(KubernetesPart.CONTROLLER_MANAGER))
        .put("proxy", component(KubernetesPart.PROXY).putIf("disabled", !kubernetes.kubeProxy()))
        .put("scheduler", component(KubernetesPart.SCHEDULER))
        .put("etcd", etcd())
        .putIf("allowSchedulingOnControlPlanes", kubernetes.scheduleOnControlPlanes());
  }

  private Fields component(KubernetesPart part) {
    return new Fields().put("image", part.image(kubernetes.version()));
  }

  private Fields etcd() {
    Fields etcd = new Fields().put("ca", Authority.of(input.secrets().certificates().etcd(), true));
    return input.isMultiHomed()
        ? etcd.put("advertisedSubnets", List.of(input.cluster().network().nodeCidr().toString()))
        : etcd;
  }

  private Fields apiServer() {
    return component(KubernetesPart.API_SERVER)
        .putUnlessEmpty("certSANs", certSans())
        .putIf("disablePodSecurityPolicy", input.contract().namesLockedFeatures())
        .putItemsUnlessEmpty("admissionControl", List.of(PodSecurity.admission()))
        .put("auditPolicy", auditPolicy());
  }

  /** The shared address is a name of the API server even where the endpoint is another one. */
  private List<String> certSans() {
    NetworkSpec network = input.cluster().network();
    String host = input.endpoint().getHost();
    List<String> names = new ArrayList<>();
    if (input.contract().namesEndpointInCertificates()) {
      names.add(host);
    }
    network.vip().map(Object::toString).filter(vip -> !vip.equals(host)).ifPresent(names::add);
    kubernetes.certSans().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names;
  }

  private static Fields auditPolicy() {
    return new Fields()
        .put("apiVersion", "audit.k8s.io/v1")
        .put("kind", "Policy")
        .putItemsUnlessEmpty("rules", List.of(new Fields().put("level", "Metadata").mapping()));
  }

  private Fields manifests(Fields cluster) {
    List<FreeYaml> inline = new ArrayList<>();
    kubernetes
        .inlineManifests()
        .forEach(
            (name, contents) ->
                inline.add(new Fields().put("name", name).put("contents", contents).mapping()));
    return cluster
        .put("extraManifests", kubernetes.extraManifests().stream().map(URI::toString).toList())
        .put("inlineManifests", new FreeYaml.Sequence(inline));
  }
}
