package io.github.talosforge.starter;

import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterUid;

/**
 * Commented files to begin with: right as they are, with example addresses that the user replaces.
 *
 * @param name the cluster's name
 * @param uid what its VMs are recognised by
 * @param controlPlanes how many control planes
 * @param workers how many workers
 */
public record StarterFiles(ClusterName name, ClusterUid uid, int controlPlanes, int workers) {
  private static final int MOST_CONTROL_PLANES = 7;
  private static final int MOST_WORKERS = 100;

  /** Checks the numbers: etcd wants an odd one, and the example network has room for so many. */
  public StarterFiles {
    if (controlPlanes < 1 || controlPlanes > MOST_CONTROL_PLANES || controlPlanes % 2 == 0) {
      throw new IllegalArgumentException(
          "'%d' is not a number of control planes: expected 1, 3, 5 or 7, for etcd votes"
              .formatted(controlPlanes));
    }
    if (workers < 0 || workers > MOST_WORKERS) {
      throw new IllegalArgumentException(
          "'%d' is not a number of workers: expected a whole number from 0 to %d"
              .formatted(workers, MOST_WORKERS));
    }
  }

  /**
   * Writes the cluster file.
   *
   * @param schema where the file's schema is, from the file
   * @return YAML
   */
  public String cluster(String schema) {
    return """
    # yaml-language-server: $schema=%s
    #
    # The cluster. Replace the values marked "yours"; the rest works as it is.
    # validateCluster checks both files, planCluster shows what would be done.

    cluster_name: %s
    # VMs are recognised by this: keep it as long as the cluster lives.
    cluster_uid: %s

    talos_version: v1.12.4
    kubernetes_version: v1.35.0

    # Yours: the network of the nodes, its router, its name servers, and a free address
    # in it that the control planes share in front of the Kubernetes API.
    node_cidr: 192.168.22.0/24
    node_gateway: 192.168.22.1
    dns_servers: [192.168.22.1]
    cluster_api_vip: 192.168.22.5
    # Control planes get addresses from .10 on, workers from .20 on (node_ip_offsets):
    # keep those out of your DHCP server's range.

    # Yours: where Proxmox VE answers, its hosts, and what VMs use there. The token comes
    # from the environment, PROXMOX_VE_API_TOKEN; printRoleCommands tells how to make one.
    proxmox_api_url: https://192.168.22.2:8006
    proxmox_nodes: [pve1, pve2, pve3]
    proxmox_storage: local-zfs
    proxmox_image_storage: local
    proxmox_bridge: vmbr0

    # What is in the Talos image besides Talos.
    talos_schematic:
      extensions:
        - siderolabs/qemu-guest-agent

    # The size of VMs: of all, then of one role. A pool or a node may say otherwise.
    proxmox_vm_defaults:
      cores: 4
    proxmox_vm_controller_defaults:
      memory: 4G
      disk_size: 20G
    proxmox_vm_worker_defaults:
      memory: 8G
      disk_size: 40G
    %s"""
        .formatted(schema, name, uid, workers == 0 ? ALONE : "");
  }

  private static final String ALONE =
      """

      # There are no workers: workloads run on the control planes.
      allow_scheduling_on_control_planes: true
      """;

  /**
   * Writes the nodes file.
   *
   * @param schema where the file's schema is, from the file
   * @return YAML
   */
  public String nodes(String schema) {
    String workerPool = workers == 0 ? "" : "  - name: worker\n    count: %d\n".formatted(workers);
    return """
    # yaml-language-server: $schema=%s
    #
    # The nodes. A pool's members differ in nothing but their number: cp-1, cp-2 and so on.
    # Ids, addresses and hosts are chosen by the first plan, which says how to pin them.

    pools:
      - name: cp
        role: control_plane
        count: %d
    %s
    # A node of its own says what is different about it:
    #
    # nodes:
    #   - name: gpu-1
    #     address: 192.168.22.50
    #     proxmox_node: pve2
    #     vm_memory: 32G
    """
        .formatted(schema, controlPlanes, workerPool);
  }
}
