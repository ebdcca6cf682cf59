package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VmId;
import java.util.List;
import java.util.Map;

/** Keys that say which node it is, and what it tells Kubernetes. */
public final class NodeKeys {
  private static final int LONGEST_POOL = 58;

  /** Node name. */
  public static final Key<NodeName> NAME =
      Key.named("name", new TextType<>("a DNS label", NodeName::of))
          .at(Place.NODE)
          .alias("hostname", "node_name")
          .required()
          .sets("name")
          .means("The node's name, also its VM's and host name.", "talos-cplane-001");

  /** Pool name. */
  public static final Key<String> POOL_NAME =
      Key.named("name", new TextType<>("a DNS label of up to 58 characters", NodeKeys::poolName))
          .at(Place.POOL)
          .required()
          .means("The pool's name; its members are called <name>-1, <name>-2 and so on.", "gpu");

  /** Control plane or not. */
  public static final Key<Boolean> CONTROLLER =
      Key.named(
              "controller",
              new FlagType()
                  .also("controlplane", true)
                  .also("control_plane", true)
                  .also("control-plane", true)
                  .also("controller", true)
                  .also("worker", false))
          .at(Place.NODE)
          .alias("control_plane", "controlplane", "role", "machine_type")
          .builtIn("false")
          .means("Whether the node is a control plane.", "true");

  /** Role of a pool. */
  public static final Key<NodeRole> ROLE =
      Key.named(
              "role",
              ChoiceType.of("control_plane", NodeRole.CONTROL_PLANE)
                  .or("worker", NodeRole.WORKER)
                  .also("controlplane", NodeRole.CONTROL_PLANE)
                  .also("control-plane", NodeRole.CONTROL_PLANE)
                  .also("controller", NodeRole.CONTROL_PLANE))
          .at(Place.POOL)
          .alias("machine_type")
          .builtIn("worker")
          .means("What the pool's members do.", "worker");

  /** Members of a pool. */
  public static final Key<Integer> COUNT =
      Key.named("count", new IntegerType(0, 1000))
          .at(Place.POOL)
          .required()
          .means("The number of members.", "3");

  /** Address. */
  public static final Key<AddressWish> ADDRESS =
      Key.named("address", Grammars.NODE_ADDRESS)
          .at(Place.NODE, Place.POOL)
          .alias("ip_address", "ip", "ipv4", "ipv4_address")
          .sets("ipconfig0.ip", "ipconfig0.gw")
          .means(
              "The node's address in node_cidr, or dhcp; of a pool the first member's. Without it"
                  + " one is allocated.",
              "192.168.22.10");

  /** VM id. */
  public static final Key<VmId> VM_ID =
      Key.named("vm_id", new TextType<>("a whole number from 100 to 999999999", VmId::of))
          .at(Place.NODE, Place.POOL)
          .alias("vmid")
          .means("The VM's id; of a pool the first member's. Without it one is allocated.", "2001");

  /** Host. */
  public static final Key<HostName> HOST =
      Key.named("proxmox_node", Grammars.HOST)
          .everywhere()
          .alias("node", "host", "host_node", "target_node", "pve_node")
          .means("The Proxmox VE node that runs the VM.", "pve1");

  /** Labels. */
  public static final Key<Map<String, String>> LABELS =
      Key.named("labels", new MapType<>(Grammars.LABEL_KEY, Grammars.LABEL_VALUE))
          .onNodes()
          .alias("node_labels")
          .means("Kubernetes labels of the node.", "{topology.kubernetes.io/zone: rack-2}");

  /** Annotations. */
  public static final Key<Map<String, String>> ANNOTATIONS =
      Key.named("annotations", new MapType<>(Grammars.LABEL_KEY, Grammars.ANY))
          .onNodes()
          .alias("node_annotations")
          .means("Kubernetes annotations of the node.", "{example.org/owner: platform}");

  /** Taints. */
  public static final Key<List<String>> TAINTS =
      Key.named("taints", ListType.replacing(Grammars.TAINT))
          .onNodes()
          .alias("node_taints")
          .means("Kubernetes taints of the node.", "[\"nvidia.com/gpu=present:NoSchedule\"]");

  /** Patches. */
  public static final Key<List<FreeType.Said>> PATCHES =
      Key.named("machine_patches", ListType.adding(ClusterKeys.PATCH))
          .onNodes()
          .alias("patches", "config_patches")
          .means(
              "Talos machine config patches; every layer adds its own, the node's last.",
              "[{machine: {sysctls: {vm.max_map_count: \"262144\"}}}]");

  static final List<Key<?>> ALL =
      List.of(
          NAME,
          POOL_NAME,
          CONTROLLER,
          ROLE,
          COUNT,
          ADDRESS,
          VM_ID,
          HOST,
          LABELS,
          ANNOTATIONS,
          TAINTS,
          PATCHES);

  private NodeKeys() {}

  /** Members' names add a dash and a number, and must be DNS labels too. */
  private static String poolName(String text) {
    if (text.length() > LONGEST_POOL) {
      throw new InvalidValueException(
          "a pool's name", "a DNS label of up to " + LONGEST_POOL + " characters", text);
    }
    return NodeName.of(text).value();
  }
}
