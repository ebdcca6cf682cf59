package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.Layer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All keys, by the places where they can stand. */
public final class Catalogue {
  private static final List<Key<?>> ON_NODES =
      join(
          List.of(
              NodeKeys.ALL,
              CpuKeys.ALL,
              FirmwareKeys.ALL,
              StorageKeys.ALL,
              NicKeys.ALL,
              LifecycleKeys.ALL,
              ImageKeys.ALL));

  private static final SectionType VM_SECTION =
      SectionType.of(Place.VM_SECTION, Key.in(Place.VM_SECTION, ON_NODES));

  /** Defaults of all VMs. */
  public static final Key<Settings> VM_DEFAULTS =
      section("proxmox_vm_defaults", Layer.VM_DEFAULTS, "Defaults of all VMs.");

  /** Advanced defaults of all VMs. */
  public static final Key<Settings> VM_ADVANCED =
      section(
          "proxmox_vm_advanced",
          Layer.VM_ADVANCED,
          "Defaults of all VMs, stronger than proxmox_vm_defaults.");

  /** Defaults of control planes. */
  public static final Key<Settings> CONTROLLER_DEFAULTS =
      section(
          "proxmox_vm_controller_defaults",
          Layer.CONTROLLER_DEFAULTS,
          "Defaults of control planes.");

  /** Defaults of workers. */
  public static final Key<Settings> WORKER_DEFAULTS =
      section("proxmox_vm_worker_defaults", Layer.WORKER_DEFAULTS, "Defaults of workers.");

  /** The cluster file. */
  public static final SectionType CLUSTER_FILE =
      SectionType.of(
          Place.CLUSTER,
          join(
              List.of(
                  ClusterKeys.ALL,
                  KubernetesKeys.ALL,
                  Key.in(Place.CLUSTER, ON_NODES),
                  List.of(VM_DEFAULTS, VM_ADVANCED, CONTROLLER_DEFAULTS, WORKER_DEFAULTS))));

  /** One entry of {@code nodes}. */
  public static final SectionType NODE = SectionType.of(Place.NODE, Key.in(Place.NODE, ON_NODES));

  /** One entry of {@code pools}. */
  public static final SectionType POOL = SectionType.of(Place.POOL, Key.in(Place.POOL, ON_NODES));

  /** Single nodes. */
  public static final Key<List<Settings>> NODES =
      Key.named("nodes", ListType.replacing(NODE))
          .at(Place.NODES_FILE)
          .means("The nodes, each with the keys below.", "[{name: cp-1, controller: true}]");

  /** Pools. */
  public static final Key<List<Settings>> POOLS =
      Key.named("pools", ListType.replacing(POOL))
          .at(Place.NODES_FILE)
          .means(
              "Pools of nodes that differ in nothing but their number.", "[{name: w, count: 3}]");

  /** The nodes file. */
  public static final SectionType NODES_FILE =
      SectionType.of(Place.NODES_FILE, List.of(NODES, POOLS));

  private static final List<SectionType> FILES =
      List.of(CLUSTER_FILE, VM_SECTION, NODES_FILE, POOL, NODE);

  private Catalogue() {}

  /** Returns the keys of nodes and pools that a node's layers can set, in the reference's order. */
  public static List<Key<?>> nodeKeys() {
    return ON_NODES;
  }

  /** Returns what Talosforge itself says about every node in a built-in layer. */
  public static Setting.Branch builtIn(Layer layer) {
    Map<String, Setting> entries = new LinkedHashMap<>();
    for (Key<?> key : ON_NODES) {
      if (key.places().contains(Place.VM_SECTION) || key.places().contains(Place.CLUSTER)) {
        key.builtIn(layer).ifPresent(setting -> entries.put(key.name(), setting));
      }
    }
    return new Setting.Branch(entries);
  }

  /** Returns every key with a place of its own, each once, in the order of the reference. */
  public static List<Key<?>> all() {
    return Stream.of(CLUSTER_FILE.keys().keys(), NODES_FILE.keys().keys(), ON_NODES)
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  /** Returns the keys of the places that files consist of. */
  public static List<SectionType> sections() {
    return FILES;
  }

  /** Returns a sentence about the places where an otherwise unknown name is a key. */
  static Optional<String> placeOf(String name, Place notHere) {
    if (notHere == Place.NESTED) {
      return Optional.empty();
    }
    return FILES.stream()
        .filter(section -> section.keys().find(name).isPresent())
        .findFirst()
        .map(
            section ->
                "'"
                    + section.keys().find(name).orElseThrow().nameIn(section.place())
                    + "' is a key of "
                    + section.place().label()
                    + ".");
  }

  private static Key<Settings> section(String name, Layer layer, String sentence) {
    return Key.named(name, VM_SECTION.as(layer))
        .at(Place.CLUSTER)
        .means(sentence, "{cores: 4, memory: 8192}");
  }

  private static List<Key<?>> join(List<List<Key<?>>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }
}
