package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;
import io.github.talosforge.model.KubernetesSpec.Cni;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Keys of the cluster file's top level that concern Kubernetes and Talos on all nodes. */
public final class KubernetesKeys {
  private static final ChoiceType<EncryptionKey> ENCRYPTION_KEYS =
      ChoiceType.of("off", EncryptionKey.OFF)
          .or("node_id", EncryptionKey.NODE_ID)
          .or("tpm", EncryptionKey.TPM)
          .or("kms", EncryptionKey.KMS)
          .also("false", EncryptionKey.OFF);

  /** CNI. */
  public static final Key<Cni> CNI =
      Key.named(
              "cni",
              ChoiceType.of("flannel", Cni.FLANNEL).or("none", Cni.NONE).or("cilium", Cni.CILIUM))
          .at(Place.CLUSTER)
          .builtIn("flannel")
          .means("The pod network.", "cilium");

  /** kube-proxy. */
  public static final Key<Boolean> KUBE_PROXY =
      Key.named("kube_proxy", new FlagType())
          .at(Place.CLUSTER)
          .builtIn("true")
          .means("Whether kube-proxy runs; Cilium can do without.", "false");

  /** Scheduling. */
  public static final Key<Boolean> SCHEDULE_ON_CONTROL_PLANES =
      Key.named("allow_scheduling_on_control_planes", new FlagType())
          .at(Place.CLUSTER)
          .alias("allowSchedulingOnControlPlanes")
          .builtIn("false")
          .means("Whether workloads may run on control planes.", "true");

  /** Certificate names. */
  public static final Key<List<String>> CERT_SANS =
      Key.named("cert_sans", ListType.replacing(Grammars.SERVER))
          .at(Place.CLUSTER)
          .alias("certSANs", "cluster_api_tls_sans")
          .means("More names and addresses in the API servers' certificates.", "[k8s.example.org]");

  /** Kubelet arguments. */
  public static final Key<Map<String, String>> KUBELET_ARGS =
      Key.named("extra_args", new MapType<>(Grammars.WORD, Grammars.ANY))
          .means("Command line arguments.", "{max-pods: \"250\"}");

  /** Kubelet configuration. */
  public static final Key<Map<String, FreeType.Said>> KUBELET_CONFIG =
      Key.named("extra_config", new MapType<>(Grammars.WORD, new FreeType("any value")))
          .means("Fields of the kubelet configuration.", "{serializeImagePulls: false}");

  /** Kubelet mounts. */
  public static final Key<List<FreeType.Said>> KUBELET_MOUNTS =
      Key.named("extra_mounts", ListType.replacing(new FreeType("a mount as Talos writes it")))
          .means(
              "Mounts into the kubelet.",
              "[{destination: /var/openebs, type: bind, source: /var/openebs}]");

  /** Kubelet subnets. */
  public static final Key<List<CidrBlock>> KUBELET_SUBNETS =
      Key.named("node_ip_subnets", ListType.replacing(Grammars.CIDR))
          .means("The subnets that the node address is chosen from.", "[192.168.22.0/24]");

  /** Kubelet. */
  public static final Key<Settings> KUBELET =
      Key.named(
              "kubelet",
              SectionType.nested(KUBELET_ARGS, KUBELET_CONFIG, KUBELET_MOUNTS, KUBELET_SUBNETS))
          .at(Place.CLUSTER)
          .means("The kubelet's settings.", "{extra_args: {max-pods: \"250\"}}");

  /** External cloud provider. */
  public static final Key<Boolean> CLOUD_PROVIDER_ENABLED =
      Key.named("enabled", new FlagType())
          .builtIn("false")
          .means("Whether nodes wait for a cloud controller manager.", "true");

  /** Its manifests. */
  public static final Key<List<URI>> CLOUD_PROVIDER_MANIFESTS =
      Key.named("manifests", ListType.replacing(Grammars.URL))
          .means("Manifests that install it.", "[https://example.org/ccm.yaml]");

  /** External cloud provider. */
  public static final Key<Settings> CLOUD_PROVIDER =
      Key.named(
              "external_cloud_provider",
              SectionType.nested(CLOUD_PROVIDER_ENABLED, CLOUD_PROVIDER_MANIFESTS)
                  .orJust(CLOUD_PROVIDER_ENABLED))
          .at(Place.CLUSTER)
          .means("The external cloud provider; true alone switches it on.", "true");

  /** Registry mirrors. */
  public static final Key<Map<String, List<URI>>> REGISTRY_MIRRORS =
      Key.named(
              "registry_mirrors",
              new MapType<>(
                  TextType.matching("a registry's host, or '*'", "[*]|[A-Za-z0-9.:_-]+"),
                  ListType.replacing(Grammars.URL)))
          .at(Place.CLUSTER)
          .means("Mirrors of image registries.", "{docker.io: [https://mirror.example.org]}");

  /** Extra manifests. */
  public static final Key<List<URI>> EXTRA_MANIFESTS =
      Key.named("extra_manifests", ListType.replacing(Grammars.URL))
          .at(Place.CLUSTER)
          .means("Manifests that Talos fetches and applies.", "[https://example.org/crds.yaml]");

  /** Inline manifests. */
  public static final Key<Map<String, String>> INLINE_MANIFESTS =
      Key.named("inline_manifests", new MapType<>(Grammars.WORD, Grammars.ANY))
          .at(Place.CLUSTER)
          .means("Manifests by name, as text.", "{namespace: \"apiVersion: v1 ...\"}");

  /** Key of STATE. */
  public static final Key<EncryptionKey> ENCRYPT_STATE =
      Key.named("state", ENCRYPTION_KEYS).builtIn("off").means("The key of STATE.", "tpm");

  /** Key of EPHEMERAL. */
  public static final Key<EncryptionKey> ENCRYPT_EPHEMERAL =
      Key.named("ephemeral", ENCRYPTION_KEYS).builtIn("off").means("The key of EPHEMERAL.", "tpm");

  /** Key server. */
  public static final Key<URI> KMS_ENDPOINT =
      Key.named("kms_endpoint", Grammars.URL).means("The key server.", "https://kms.example.org");

  /** Disk encryption. */
  public static final Key<Settings> DISK_ENCRYPTION =
      Key.named(
              "disk_encryption", SectionType.nested(ENCRYPT_STATE, ENCRYPT_EPHEMERAL, KMS_ENDPOINT))
          .at(Place.CLUSTER)
          .means("How Talos encrypts its system volumes.", "{state: tpm, ephemeral: tpm}");

  /** Patches for all nodes. */
  public static final Key<List<FreeType.Said>> PATCHES_ALL =
      Key.named("all", ListType.adding(ClusterKeys.PATCH))
          .means("Patches for all nodes.", "[{machine: {time: {disabled: false}}}]");

  /** Patches for control planes. */
  public static final Key<List<FreeType.Said>> PATCHES_CONTROL_PLANE =
      Key.named("control_plane", ListType.adding(ClusterKeys.PATCH))
          .alias("controller")
          .means("Patches for control planes.", "[{cluster: {etcd: {}}}]");

  /** Patches for workers. */
  public static final Key<List<FreeType.Said>> PATCHES_WORKER =
      Key.named("worker", ListType.adding(ClusterKeys.PATCH))
          .means("Patches for workers.", "[{machine: {kernel: {}}}]");

  /** Patches. */
  public static final Key<Settings> PATCHES =
      Key.named(
              "machine_patches",
              SectionType.nested(PATCHES_ALL, PATCHES_CONTROL_PLANE, PATCHES_WORKER)
                  .orJust(PATCHES_ALL))
          .at(Place.CLUSTER)
          .alias("patches", "config_patches")
          .means(
              "Talos machine config patches; a list alone is for all nodes.",
              "{all: [{machine: {time: {disabled: false}}}]}");

  static final List<Key<?>> ALL =
      List.of(
          CNI,
          KUBE_PROXY,
          SCHEDULE_ON_CONTROL_PLANES,
          CERT_SANS,
          KUBELET,
          CLOUD_PROVIDER,
          REGISTRY_MIRRORS,
          EXTRA_MANIFESTS,
          INLINE_MANIFESTS,
          DISK_ENCRYPTION,
          PATCHES);

  private KubernetesKeys() {}
}
