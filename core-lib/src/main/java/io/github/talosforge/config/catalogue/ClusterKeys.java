package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.DnsDomain;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.ProxmoxSpec.Placement;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VmIdRange;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;

/** Keys of the cluster file's top level that concern the cluster as a whole. */
public final class ClusterKeys {
  private static final TextType<VmIdRange> RANGES =
      new TextType<>("a range of VM ids such as 2000-2999 or 9000+", VmIdRange::of);
  private static final IntegerType OFFSETS = new IntegerType(1, 65_534);

  static final FreeType PATCH = new FreeType("a machine config patch: a map, or its text");

  /** Cluster name. */
  public static final Key<ClusterName> NAME =
      Key.named("cluster_name", new TextType<>("a DNS label", ClusterName::of))
          .at(Place.CLUSTER)
          .required()
          .means("The cluster's name.", "homelab");

  /** Cluster uid. */
  public static final Key<ClusterUid> UID =
      Key.named("cluster_uid", new TextType<>("lower-case letters, digits and '-'", ClusterUid::of))
          .at(Place.CLUSTER)
          .means(
              "What this cluster's VMs are recognised by, and what MAC addresses and SMBIOS UUIDs"
                  + " are derived from. Needed before the first plan, which proposes one; never"
                  + " change it.",
              "homelab-4c1f");

  /** Talos version. */
  public static final Key<TalosVersion> TALOS_VERSION =
      Key.named("talos_version", new TextType<>("a version such as 1.12.0", TalosVersion::of))
          .at(Place.CLUSTER)
          .required()
          .means("The Talos version.", "1.12.0");

  /** Kubernetes version. */
  public static final Key<KubernetesVersion> KUBERNETES_VERSION =
      Key.named(
              "kubernetes_version",
              new TextType<>("a version such as 1.35.0", KubernetesVersion::of))
          .at(Place.CLUSTER)
          .required()
          .means("The Kubernetes version.", "1.35.0");

  /** Endpoint. */
  public static final Key<URI> ENDPOINT =
      Key.named("cluster_endpoint", Grammars.URL)
          .at(Place.CLUSTER)
          .alias("endpoint")
          .means(
              "The Kubernetes API's URL, when it is neither the shared address nor the only control"
                  + " plane.",
              "https://k8s.example.org:6443");

  /** Shared address. */
  public static final Key<Ipv4Address> VIP =
      Key.named("cluster_api_vip", Grammars.ADDRESS)
          .at(Place.CLUSTER)
          .alias("cluster_vip", "vip", "cluster_api_addr")
          .means("The address that the control planes share.", "192.168.22.100");

  /** Pod network. */
  public static final Key<CidrBlock> POD_CIDR =
      Key.named("cluster_pod_cidr", Grammars.CIDR)
          .at(Place.CLUSTER)
          .alias("pod_cidr", "pod_subnet", "pod_subnets")
          .builtIn("10.244.0.0/16")
          .means("The pods' network.", "10.42.0.0/16");

  /** Service network. */
  public static final Key<CidrBlock> SERVICE_CIDR =
      Key.named("cluster_svc_cidr", Grammars.CIDR)
          .at(Place.CLUSTER)
          .alias("cluster_service_cidr", "service_cidr", "service_subnet", "service_subnets")
          .builtIn("10.96.0.0/12")
          .means("The services' network.", "10.43.0.0/16");

  /** DNS domain. */
  public static final Key<DnsDomain> DNS_DOMAIN =
      Key.named("cluster_dns_domain", new TextType<>("a DNS name", DnsDomain::of))
          .at(Place.CLUSTER)
          .alias("dns_domain")
          .builtIn("cluster.local")
          .means("The cluster's DNS domain.", "cluster.local");

  /** Node network. */
  public static final Key<CidrBlock> NODE_CIDR =
      Key.named("node_cidr", Grammars.CIDR)
          .at(Place.CLUSTER)
          .alias("network_cidr")
          .required()
          .means("The network that the nodes are in.", "192.168.22.0/24");

  /** Gateway. */
  public static final Key<Ipv4Address> GATEWAY =
      Key.named("node_gateway", Grammars.ADDRESS)
          .at(Place.CLUSTER)
          .alias("gateway_address", "node_default_gateway", "gateway", "default_gateway")
          .means("The nodes' default route.", "192.168.22.1");

  /** Name servers. */
  public static final Key<List<String>> DNS_SERVERS =
      Key.named("dns_servers", ListType.replacing(Grammars.IP))
          .at(Place.CLUSTER)
          .alias("node_dns_servers", "nameservers", "dns")
          .sets("nameserver")
          .means("The nodes' name servers.", "[192.168.22.1, 1.1.1.1]");

  /** Time servers. */
  public static final Key<List<String>> NTP_SERVERS =
      Key.named("ntp_servers", ListType.replacing(Grammars.SERVER))
          .at(Place.CLUSTER)
          .alias("node_ntp_servers", "time_servers", "ntp")
          .means("The nodes' time servers.", "[time.cloudflare.com]");

  /** API URLs. */
  public static final Key<List<URI>> API_URLS =
      Key.named("proxmox_api_url", ListType.replacing(Grammars.URL))
          .at(Place.CLUSTER)
          .alias("proxmox_endpoint", "proxmox_url")
          .means(
              "The Proxmox VE API; of several the next one is asked when one does not answer.",
              "https://192.168.1.10:8006");

  /** Hosts. */
  public static final Key<List<HostName>> HOSTS =
      Key.named("proxmox_nodes", ListType.replacing(Grammars.HOST))
          .at(Place.CLUSTER)
          .means("The Proxmox VE nodes that VMs are spread over.", "[pve1, pve2, pve3]");

  /** Placement. */
  public static final Key<Placement> PLACEMENT =
      Key.named(
              "placement", ChoiceType.of("prefer", Placement.PREFER).or("strict", Placement.STRICT))
          .at(Place.CLUSTER)
          .builtIn("prefer")
          .means(
              "Whether a spread that cannot be had is made as good as possible or refused.",
              "strict");

  /** Memory that is promised twice. */
  public static final Key<BigDecimal> MEMORY_OVERCOMMIT =
      Key.named("memory_overcommit", new DecimalType(1, 10))
          .at(Place.CLUSTER)
          .builtIn("1")
          .means(
              "How many times its memory a host may promise to VMs; above 1 it can run out, and"
                  + " then it kills VMs.",
              "1.5");

  /** Anti-affinity. */
  public static final Key<Boolean> ANTI_AFFINITY =
      Key.named("anti_affinity", new FlagType())
          .at(Place.CLUSTER)
          .builtIn("false")
          .means(
              "Whether Proxmox VE's HA keeps the nodes of a role on different hosts, if there are"
                  + " enough.",
              "true");

  /** Storage of images. */
  public static final Key<StorageName> IMAGE_STORAGE =
      Key.named("proxmox_image_storage", Grammars.STORAGE)
          .at(Place.CLUSTER)
          .alias("proxmox_iso_storage")
          .builtIn("local")
          .means("The storage of downloaded images and ISOs.", "local");

  /** Storage of templates. */
  public static final Key<StorageName> TEMPLATE_STORAGE =
      Key.named("proxmox_template_storage", Grammars.STORAGE)
          .at(Place.CLUSTER)
          .means("The storage of templates; the default is that of the disks.", "local-zfs");

  /** Ids of control planes. */
  public static final Key<VmIdRange> CONTROL_PLANE_IDS =
      Key.named("control_plane", RANGES)
          .alias("controller")
          .builtIn("2000-2999")
          .means("Ids of control planes.", "2000-2999");

  /** Ids of workers. */
  public static final Key<VmIdRange> WORKER_IDS =
      Key.named("worker", RANGES).builtIn("3000-3999").means("Ids of workers.", "3000-3999");

  /** Ids of templates. */
  public static final Key<VmIdRange> TEMPLATE_IDS =
      Key.named("template", RANGES).builtIn("9000+").means("Ids of templates.", "9000-9099");

  /** Id ranges. */
  public static final Key<Settings> VM_ID_RANGES =
      Key.named("vm_id_ranges", SectionType.nested(CONTROL_PLANE_IDS, WORKER_IDS, TEMPLATE_IDS))
          .at(Place.CLUSTER)
          .means("The ranges that ids are taken from.", "{control_plane: 2000-2999}");

  /** Offset of control planes. */
  public static final Key<Integer> CONTROL_PLANE_OFFSET =
      Key.named("control_plane", OFFSETS)
          .alias("controller")
          .builtIn("10")
          .means("The first control plane's.", "10");

  /** Offset of workers. */
  public static final Key<Integer> WORKER_OFFSET =
      Key.named("worker", OFFSETS).builtIn("20").means("The first worker's.", "20");

  /** Address offsets. */
  public static final Key<Settings> IP_OFFSETS =
      Key.named("node_ip_offsets", SectionType.nested(CONTROL_PLANE_OFFSET, WORKER_OFFSET))
          .at(Place.CLUSTER)
          .means("Where allocated addresses begin, counted from node_cidr's own.", "{worker: 20}");

  static final List<Key<?>> ALL =
      List.of(
          NAME,
          UID,
          TALOS_VERSION,
          KUBERNETES_VERSION,
          ENDPOINT,
          VIP,
          NODE_CIDR,
          GATEWAY,
          DNS_SERVERS,
          NTP_SERVERS,
          POD_CIDR,
          SERVICE_CIDR,
          DNS_DOMAIN,
          API_URLS,
          HOSTS,
          PLACEMENT,
          MEMORY_OVERCOMMIT,
          ANTI_AFFINITY,
          IMAGE_STORAGE,
          TEMPLATE_STORAGE,
          VM_ID_RANGES,
          IP_OFFSETS);

  private ClusterKeys() {}
}
