package io.github.talosforge.simulator.talos.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a machine config says of Kubernetes beyond its version and certificates. */
public final class KubernetesSettings {
  private final JsonNode root;

  KubernetesSettings(JsonNode root) {
    this.root = root;
  }

  /** The network of the pods: {@code flannel}, {@code custom} or {@code none}. */
  public String cni() {
    return root.at("/cluster/network/cni/name").asText("flannel");
  }

  /** Whether kube-proxy runs. */
  public boolean runsKubeProxy() {
    return !root.at("/cluster/proxy/disabled").asBoolean(false);
  }

  /** Whether CoreDNS runs. */
  public boolean runsCoreDns() {
    return !root.at("/cluster/coreDNS/disabled").asBoolean(false);
  }

  /** The texts of the inline manifests. */
  public List<String> manifests() {
    List<String> texts = new ArrayList<>();
    root.at("/cluster/inlineManifests")
        .forEach(manifest -> texts.add(manifest.path("contents").asText("")));
    return texts;
  }

  /** The labels of the node. */
  public Map<String, String> nodeLabels() {
    return map("/machine/nodeLabels");
  }

  /** The taints of the node by key: the effect, or value and effect with a colon. */
  public Map<String, String> nodeTaints() {
    return map("/machine/nodeTaints");
  }

  private Map<String, String> map(String pointer) {
    Map<String, String> map = new TreeMap<>();
    root.at(pointer)
        .properties()
        .forEach(entry -> map.put(entry.getKey(), entry.getValue().asText("")));
    return map;
  }
}
