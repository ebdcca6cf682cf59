package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.ClusterKeys;
import io.github.talosforge.config.catalogue.FreeType;
import io.github.talosforge.config.catalogue.Key;
import io.github.talosforge.config.catalogue.KubernetesKeys;
import io.github.talosforge.config.catalogue.NodeKeys;
import io.github.talosforge.config.catalogue.Setting;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.config.catalogue.StorageKeys;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.AllocationSpec;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskEncryptionSpec;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.KubeletSpec;
import io.github.talosforge.model.KubernetesSpec;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolSpec;
import io.github.talosforge.model.ProxmoxSpec;
import io.github.talosforge.model.TalosSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the cluster's own parts of merged settings. */
final class ClusterSpecs {

  private ClusterSpecs() {}

  static ClusterSpec cluster(
      SourceLocation place, Setting.Branch own, List<PoolSpec> pools, List<NodeSpec> nodes) {
    Settings settings = Catalogue.CLUSTER_FILE.value(own);
    List<Key<?>> keys =
        Catalogue.CLUSTER_FILE.keys().keys().stream()
            .filter(key -> !key.isSectionOfVmDefaults())
            .toList();
    return new ClusterSpec(
        settings.get(ClusterKeys.NAME),
        settings.find(ClusterKeys.UID),
        talos(settings),
        kubernetes(settings),
        network(settings),
        proxmox(settings),
        allocation(settings),
        pools,
        nodes,
        Explanation.of(place, settings.root(), keys));
  }

  private static TalosSpec talos(Settings settings) {
    Settings encryption = settings.get(KubernetesKeys.DISK_ENCRYPTION);
    return new TalosSpec(
        settings.get(ClusterKeys.TALOS_VERSION),
        settings.find(KubernetesKeys.REGISTRY_MIRRORS).orElseGet(Map::of),
        new DiskEncryptionSpec(
            encryption.get(KubernetesKeys.ENCRYPT_STATE),
            encryption.get(KubernetesKeys.ENCRYPT_EPHEMERAL),
            encryption.find(KubernetesKeys.KMS_ENDPOINT)));
  }

  private static KubernetesSpec kubernetes(Settings settings) {
    Settings provider = settings.get(KubernetesKeys.CLOUD_PROVIDER);
    return new KubernetesSpec(
        settings.get(ClusterKeys.KUBERNETES_VERSION),
        settings.get(KubernetesKeys.CNI),
        settings.get(KubernetesKeys.KUBE_PROXY),
        settings.get(KubernetesKeys.SCHEDULE_ON_CONTROL_PLANES),
        settings.find(KubernetesKeys.CERT_SANS).orElseGet(List::of),
        kubelet(settings),
        provider.get(KubernetesKeys.CLOUD_PROVIDER_ENABLED),
        provider.find(KubernetesKeys.CLOUD_PROVIDER_MANIFESTS).orElseGet(List::of),
        settings.find(KubernetesKeys.EXTRA_MANIFESTS).orElseGet(List::of),
        settings.find(KubernetesKeys.INLINE_MANIFESTS).orElseGet(Map::of));
  }

  private static KubeletSpec kubelet(Settings settings) {
    Settings kubelet =
        settings.find(KubernetesKeys.KUBELET).orElseGet(() -> new Settings(Setting.Branch.EMPTY));
    Map<String, FreeYaml> config = new LinkedHashMap<>();
    kubelet
        .find(KubernetesKeys.KUBELET_CONFIG)
        .orElseGet(Map::of)
        .forEach((name, said) -> config.put(name, said.value()));
    return new KubeletSpec(
        kubelet.find(KubernetesKeys.KUBELET_ARGS).orElseGet(Map::of),
        config,
        kubelet.find(KubernetesKeys.KUBELET_MOUNTS).orElseGet(List::of).stream()
            .map(FreeType.Said::value)
            .toList(),
        kubelet.find(KubernetesKeys.KUBELET_SUBNETS).orElseGet(List::of));
  }

  private static NetworkSpec network(Settings settings) {
    return new NetworkSpec(
        settings.get(ClusterKeys.NODE_CIDR),
        settings.find(ClusterKeys.GATEWAY),
        settings.find(ClusterKeys.VIP),
        settings.find(ClusterKeys.ENDPOINT),
        settings.get(ClusterKeys.POD_CIDR),
        settings.get(ClusterKeys.SERVICE_CIDR),
        settings.get(ClusterKeys.DNS_DOMAIN),
        settings.find(ClusterKeys.DNS_SERVERS).orElseGet(List::of),
        settings.find(ClusterKeys.NTP_SERVERS).orElseGet(List::of));
  }

  private static ProxmoxSpec proxmox(Settings settings) {
    return new ProxmoxSpec(
        settings.find(ClusterKeys.API_URLS).orElseGet(List::of),
        settings.find(NodeKeys.HOST),
        settings.find(ClusterKeys.HOSTS).orElseGet(List::of),
        settings.get(ClusterKeys.PLACEMENT),
        settings.get(ClusterKeys.MEMORY_OVERCOMMIT),
        settings.get(ClusterKeys.ANTI_AFFINITY),
        settings.get(ClusterKeys.IMAGE_STORAGE),
        settings
            .find(ClusterKeys.TEMPLATE_STORAGE)
            .orElseGet(() -> settings.get(StorageKeys.STORAGE)));
  }

  private static AllocationSpec allocation(Settings settings) {
    Settings ids = settings.get(ClusterKeys.VM_ID_RANGES);
    Settings offsets = settings.get(ClusterKeys.IP_OFFSETS);
    return new AllocationSpec(
        ids.get(ClusterKeys.CONTROL_PLANE_IDS),
        ids.get(ClusterKeys.WORKER_IDS),
        ids.get(ClusterKeys.TEMPLATE_IDS),
        offsets.get(ClusterKeys.CONTROL_PLANE_OFFSET),
        offsets.get(ClusterKeys.WORKER_OFFSET));
  }
}
