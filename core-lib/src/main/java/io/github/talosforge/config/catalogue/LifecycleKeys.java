package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.Tag;
import java.util.List;
import java.util.Map;

/** Keys of a VM's start, protection and marks, and what is handed on to Proxmox VE as it is. */
public final class LifecycleKeys {
  /** Startup order. */
  public static final Key<Integer> STARTUP_ORDER =
      Key.named("vm_startup_order", new IntegerType(1, 100))
          .onNodes()
          .at(Place.VM_SECTION, "startup_order")
          .builtIn("4", "5")
          .sets("startup.order")
          .means("The place in the host's order of starting VMs; one for a role or pool.", "4");

  /** Startup delay. */
  public static final Key<Integer> STARTUP_DELAY =
      Key.named("vm_startup_delay", new IntegerType(0, 300))
          .onNodes()
          .at(Place.VM_SECTION, "startup_delay")
          .builtIn("15")
          .sets("startup.up")
          .means("Seconds that the host waits after the start.", "15");

  /** Shutdown delay. */
  public static final Key<Integer> SHUTDOWN_DELAY =
      Key.named("vm_shutdown_delay", new IntegerType(0, 600))
          .onNodes()
          .at(Place.VM_SECTION, "shutdown_delay")
          .builtIn("60")
          .sets("startup.down")
          .means("Seconds that the host gives the VM to shut down.", "60");

  /** Start with the host. */
  public static final Key<Boolean> ONBOOT =
      Key.named("onboot", new FlagType())
          .everywhere()
          .builtIn("true")
          .sets("onboot")
          .means("Whether the VM starts with its host.", "true");

  /** Protection. */
  public static final Key<Boolean> PROTECTION =
      Key.named("protection", new FlagType())
          .everywhere()
          .builtIn("false")
          .sets("protection")
          .means("Whether Proxmox VE refuses to remove the VM or its disks.", "true");

  /** High availability. */
  public static final Key<Boolean> HA =
      Key.named("ha", new FlagType())
          .everywhere()
          .builtIn("false")
          .means("Whether Proxmox VE's high availability manages the VM.", "true");

  /** Restarts. */
  public static final Key<Integer> HA_RESTARTS =
      Key.named("ha_max_restart", new IntegerType(0, 10))
          .everywhere()
          .builtIn("1")
          .means("Restarts on the same host before the VM moves.", "1");

  /** Relocations. */
  public static final Key<Integer> HA_RELOCATIONS =
      Key.named("ha_max_relocate", new IntegerType(0, 10))
          .everywhere()
          .builtIn("1")
          .means("Moves to another host before Proxmox VE gives up.", "1");

  /** Boot order. */
  public static final Key<List<String>> BOOT_ORDER =
      Key.named(
              "boot_order",
              ListType.replacing(
                  TextType.matching(
                      "a device such as scsi0, ide2 or net0",
                      "(scsi|virtio|sata|ide|net|usb|hostpci)[0-9]{1,2}")))
          .onNodes()
          .sets("boot.order", "boot.legacy")
          .means(
              "The devices to boot from; the default is what the way of provisioning needs.",
              "[scsi0, ide2, net0]");

  /** Guest type. */
  public static final Key<String> OSTYPE =
      Key.named(
              "ostype",
              TextType.matching("a guest type of Proxmox VE such as l26", "[a-z][a-z0-9]{1,15}"))
          .onNodes()
          .builtIn("l26")
          .sets("ostype")
          .means("The guest as Proxmox VE knows it.", "l26");

  /** Tags. */
  public static final Key<List<Tag>> TAGS =
      Key.named("tags", ListType.adding(new TextType<>("a tag", Tag::of)))
          .onNodes()
          .builtIn(List.of("kubernetes", "linux", "talos"))
          .sets("tags")
          .means("Tags of the VM; every layer adds its own.", "[homelab]");

  /** Description. */
  public static final Key<String> DESCRIPTION =
      Key.named("description", TextType.matching("up to 8000 characters", ".{0,8000}"))
          .onNodes()
          .sets("description")
          .means("The VM's notes.", "Rack 2");

  /** Resource pool. */
  public static final Key<PoolName> RESOURCE_POOL =
      Key.named("proxmox_pool", new TextType<>("the name of a resource pool", PoolName::of))
          .everywhere()
          .means("The resource pool that the VM is put in.", "kubernetes");

  /** Pass-through. */
  public static final Key<Map<String, String>> VM_OPTIONS =
      Key.named("vm_options", new MapType<>(VmOptions.NAME, VmOptions.VALUE))
          .onNodes()
          .means("Any other Proxmox VE option of the VM, handed on as it is.", "{tablet: 0}");

  static final List<Key<?>> ALL =
      List.of(
          STARTUP_ORDER,
          STARTUP_DELAY,
          SHUTDOWN_DELAY,
          ONBOOT,
          PROTECTION,
          HA,
          HA_RESTARTS,
          HA_RELOCATIONS,
          BOOT_ORDER,
          OSTYPE,
          TAGS,
          DESCRIPTION,
          RESOURCE_POOL,
          VM_OPTIONS);

  private LifecycleKeys() {}
}
