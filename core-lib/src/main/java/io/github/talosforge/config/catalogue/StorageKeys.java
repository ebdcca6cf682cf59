package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.Wwn;
import java.util.List;
import java.util.Map;

/** Keys of a VM's disks and Talos' volumes. */
public final class StorageKeys {
  static final ChoiceType<String> CACHES =
      ChoiceType.of("none", "writethrough", "writeback", "unsafe", "directsync");
  static final ChoiceType<String> INTERFACES = ChoiceType.of("native", "threads", "io_uring");
  static final TextType<String> SERIALS =
      TextType.matching("1 to 20 letters, digits, '_' and '-'", "[A-Za-z0-9_-]{1,20}");
  static final TextType<Wwn> WWNS = new TextType<>("0x and 16 hexadecimal digits", Wwn::of);

  /** Disk size. */
  public static final Key<DiskSize> DISK_SIZE =
      Key.named("vm_disk_size", Grammars.DISK_SIZE)
          .onNodes()
          .at(Place.VM_SECTION, "disk_size")
          .alias("disk_gb")
          .builtIn("100G")
          .sets("scsi0.size")
          .means(
              "The size of the system disk; without unit in GiB. With a data VM the default is 5G.",
              "256G");

  /** Storage of disks. */
  public static final Key<StorageName> STORAGE =
      Key.named("storage", Grammars.STORAGE)
          .onNodes()
          .at(Place.CLUSTER, "proxmox_storage")
          .alias("disk_pool", "storage_pool", "datastore", "datastore_id")
          .builtIn("local-zfs")
          .sets("scsi0", "scsi0.file")
          .means("The storage of the VM's disks.", "local-zfs");

  /** Storage of EFI and TPM disks. */
  public static final Key<StorageName> EFI_STORAGE =
      Key.named("efi_storage", Grammars.STORAGE)
          .onNodes()
          .at(Place.CLUSTER, "proxmox_efi_storage")
          .sets("efidisk0", "efidisk0.file")
          .means(
              "The storage of EFI and TPM disks; the default is that of the disks.", "local-zfs");

  /** Storage of cloud-init drives. */
  public static final Key<StorageName> CLOUDINIT_STORAGE =
      Key.named("cloudinit_storage", Grammars.STORAGE)
          .onNodes()
          .at(Place.CLUSTER, "proxmox_cloudinit_storage")
          .means(
              "The storage of cloud-init drives; the default is that of the disks.", "local-zfs");

  /** SCSI controller. */
  public static final Key<String> SCSI_HW =
      Key.named(
              "scsi_hw",
              ChoiceType.of(
                  "virtio-scsi-pci", "virtio-scsi-single", "lsi", "lsi53c810", "megasas", "pvscsi"))
          .onNodes()
          .builtIn("virtio-scsi-pci")
          .sets("scsihw")
          .means("The SCSI controller.", "virtio-scsi-pci");

  /** Discard. */
  public static final Key<Boolean> DISCARD =
      flag("disk_discard", "discard", "true", "Whether freed blocks go back to the storage.");

  /** Flash. */
  public static final Key<Boolean> SSD =
      flag("disk_ssd", "ssd", "true", "Whether the guest takes the disks for flash.");

  /** Backup. */
  public static final Key<Boolean> BACKUP =
      flag("disk_backup", "backup", "false", "Whether Proxmox VE backs the disks up.");

  /** Replication. */
  public static final Key<Boolean> REPLICATE =
      flag("disk_replicate", "replicate", "false", "Whether Proxmox VE replicates the disks.");

  /** I/O thread. */
  public static final Key<Boolean> IOTHREAD =
      flag(
          "disk_iothread",
          "iothread",
          "false",
          "Whether each disk has an I/O thread; needs scsi_hw: virtio-scsi-single.");

  /** Cache mode. */
  public static final Key<String> CACHE =
      Key.named("disk_cache", CACHES)
          .onNodes()
          .sets("scsi0.cache")
          .means("The disks' cache mode.", "writethrough");

  /** I/O interface. */
  public static final Key<String> AIO =
      Key.named("disk_aio", INTERFACES)
          .onNodes()
          .sets("scsi0.aio")
          .means("The disks' I/O interface.", "io_uring");

  /** Serial number of the system disk. */
  public static final Key<String> SERIAL =
      Key.named("disk_serial", SERIALS)
          .at(Place.NODE)
          .sets("scsi0.serial")
          .means("The system disk's serial number.", "talos-cp-1");

  /** World wide name of the system disk. */
  public static final Key<Wwn> WWN =
      Key.named("disk_wwn", WWNS)
          .at(Place.NODE)
          .sets("scsi0.wwn")
          .means(
              "The system disk's world wide name; derived when absent.", "\"0x5000c50015ea71aa\"");

  /** Install disk. */
  public static final Key<String> INSTALL_DISK =
      Key.named(
              "disk",
              TextType.matching(
                  "a device such as /dev/sda, or a disk's serial number",
                  "(/dev/)?[A-Za-z0-9][A-Za-z0-9:._/-]*"))
          .onNodes()
          .alias("install_disk")
          .means("The device that Talos installs itself to when booted from the ISO.", "/dev/sda");

  /** The keys of one entry of {@code extra_disks}. */
  public static final ExtraDiskKeys EXTRA_DISK = new ExtraDiskKeys();

  /** More disks. */
  public static final Key<List<Settings>> EXTRA_DISKS =
      Key.named("extra_disks", ListType.replacing(EXTRA_DISK.section).atMost(15))
          .onNodes()
          .sets("scsi[n]")
          .means("Disks behind the system disk, in order.", "[{size: 200G}]");

  /** The keys of one entry of {@code volumes}. */
  public static final VolumeKeys VOLUME = new VolumeKeys();

  /** Talos volumes. */
  public static final Key<Map<String, Settings>> VOLUMES =
      Key.named(
              "volumes",
              new MapType<>(
                  TextType.matching("1 to 34 letters, digits and '-'", "[A-Za-z0-9-]{1,34}"),
                  VOLUME.section))
          .everywhere()
          .means(
              "Talos user volumes by name, each mounted at /var/mnt/<name>.",
              "{example: {type: disk, size: 7GB}}");

  /** Data VM. */
  public static final Key<Boolean> DATA_VM =
      Key.named("data_vm", new FlagType())
          .everywhere()
          .builtIn("false")
          .means(
              "Whether EPHEMERAL and volumes are on disks of a second, never started VM, which"
                  + " outlive the node's own VM.",
              "true");

  /** Size of EPHEMERAL. */
  public static final Key<DiskSize> EPHEMERAL_SIZE =
      Key.named("ephemeral_size", Grammars.DISK_SIZE)
          .everywhere()
          .means(
              "The size of EPHEMERAL: of its disk with a data VM, else its upper bound on the"
                  + " system disk.",
              "50G");

  static final List<Key<?>> ALL =
      List.of(
          DISK_SIZE,
          STORAGE,
          EFI_STORAGE,
          CLOUDINIT_STORAGE,
          SCSI_HW,
          DISCARD,
          SSD,
          BACKUP,
          REPLICATE,
          IOTHREAD,
          CACHE,
          AIO,
          SERIAL,
          WWN,
          INSTALL_DISK,
          EXTRA_DISKS,
          VOLUMES,
          DATA_VM,
          EPHEMERAL_SIZE);

  private StorageKeys() {}

  private static Key<Boolean> flag(String name, String part, String preset, String sentence) {
    return Key.named(name, new FlagType())
        .onNodes()
        .alias(part)
        .builtIn(preset)
        .sets("scsi0." + part)
        .means(sentence, preset);
  }
}
