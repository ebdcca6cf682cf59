package io.github.talosforge.machineconfig;

import java.util.LinkedHashMap;
import java.util.Map;

/** Clusters that together use everything that ends in a machine configuration. */
public final class ExampleClusters {
  private static final String EVERYTHING =
      """
      cluster_pod_cidr: 10.42.0.0/16
      cluster_svc_cidr: 10.43.0.0/16
      cert_sans: [k8s.example.org, 10.0.0.1]
      cluster_endpoint: https://k8s.example.org:6443
      cni: cilium
      kube_proxy: false
      allow_scheduling_on_control_planes: true
      external_cloud_provider: {enabled: true, manifests: [https://example.org/ccm.yaml]}
      registry_mirrors:
        docker.io: [https://mirror.example.org, https://other.example.org/v2]
        "*": [https://all.example.org]
      extra_manifests: [https://example.org/crds.yaml]
      inline_manifests:
        namespace: |
          apiVersion: v1
          kind: Namespace
          metadata:
            name: "it's: one # two"
        empty-end: "a\\n\\n"
      kubelet:
        extra_args: {max-pods: "250", feature-gates: "A=true,B=false"}
        extra_config: {serializeImagePulls: false, maxParallelImagePulls: 3}
        extra_mounts:
          - {destination: /var/openebs, type: bind, source: /var/openebs, options: [bind, rshared]}
        node_ip_subnets: [192.168.22.0/24]
      """;

  private static final String NODES =
      """
      nodes:
        - name: cp-1
          controller: true
          address: 192.168.22.10
          labels: {topology.kubernetes.io/zone: rack-2, empty: ""}
          annotations: {example.org/owner: "the platform: team"}
          taints: ["a=b:NoExecute"]
          mtu: 9000
        - name: cp-2
          controller: true
          address: dhcp
          disk: /dev/vda
        - name: worker-1
          address: 192.168.22.20
          disk: QM00013
          taints: ["gpu=yes:NoSchedule"]
          mtu: 1
          extra_nics:
            - bridge: vmbr1
              address: 10.30.0.5/24
              mtu: 9000
              vlans:
                - vlan_id: 40
                  addresses: [10.40.0.5/24, 10.41.0.5/24]
                  mtu: 8996
                  routes: [{network: 10.50.0.0/16, gateway: 10.40.0.1, metric: 2048}]
                - {vlan_id: 41, addresses: dhcp}
                - {vlan_id: 42}
            - {bridge: vmbr2, address: dhcp}
            - {bridge: vmbr3}
        - name: worker-2
          address: 192.168.22.21
          disk_wwn: "0x5000c50015ea71aa"
          talos_secureboot: true
          ephemeral_size: 50G
      """;

  private ExampleClusters() {}

  /** Returns cluster and nodes files by name, for a minor version of Talos. */
  public static Map<String, String[]> of(String version) {
    int minor = Integer.parseInt(version.split("[.]", -1)[1]);
    String base =
        Generated.CLUSTER.replace("1.12.7", version).replace("1.35.0", "1." + (minor + 23) + ".0");
    Map<String, String[]> clusters = new LinkedHashMap<>();
    clusters.put("plain", new String[] {base, Generated.NODES});
    clusters.put("everything", new String[] {base + EVERYTHING, NODES});
    for (String key : new String[] {"node_id", "tpm", "kms"}) {
      clusters.put("encrypted-" + key, new String[] {base + encrypted(key), NODES});
    }
    if (minor >= 10) {
      clusters.put("partitions", new String[] {base + "volumes: {p: {size: 7G}}\n", NODES});
    }
    if (minor >= 12) {
      clusters.put("volumes", new String[] {base + VOLUMES, NODES});
      clusters.put("data-vm", new String[] {base + VOLUMES + "data_vm: true\n", NODES});
    }
    return clusters;
  }

  private static final String VOLUMES =
      """
      ephemeral_size: 20G
      volumes:
        data: {type: disk, size: 7GB, filesystem: ext4}
        shared: {type: directory}
        part: {size: 3G}
      """;

  private static String encrypted(String key) {
    return "disk_encryption: {state: "
        + key
        + ", ephemeral: "
        + key
        + ", kms_endpoint: https://kms.example.org}\n";
  }
}
