package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes a VM, or finishes one whose making was interrupted.
 *
 * <p>The first call (clone or create) carries the name and the description, which begins with the
 * marker; tags, UUID and everything else come with one configuration call; then disks grow; then it
 * starts.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param source what it is made from
 * @param description the description that the first call carries
 * @param creation what a create call carries besides; empty for a clone, which takes no hardware
 * @param configuration what the configuration must be before the first start, marks included
 * @param sizes the sizes that disks must have; a disk that came with the source may be smaller
 * @param pool the resource pool
 * @param start whether it is started at the end
 * @param dependencies the changes before
 */
public record CreateVm(
    ChangeId id,
    NodeVm vm,
    Source source,
    String description,
    WantedConfiguration creation,
    WantedConfiguration configuration,
    Map<String, DiskSize> sizes,
    Optional<PoolName> pool,
    boolean start,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public CreateVm {
    sizes = Collections.unmodifiableSortedMap(new TreeMap<>(sizes));
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public boolean disruptive() {
    return false;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }

  /** Shows no notes, which may hold anything. */
  @Override
  public String toString() {
    return "CreateVm[" + id + ", " + vm.label() + "]";
  }

  /** Returns the first step that is still to do. */
  public Step resumeAt() {
    return source instanceof Source.Made ? Step.CONFIGURE : Step.MAKE;
  }

  /**
   * Returns what the create call carries once the image has its place: the system disk imports it,
   * or the CD drive holds it.
   *
   * @param file the volume of the downloaded file
   */
  public Map<String, String> creationFrom(Volume file) {
    if (source instanceof Source.Import disk) {
      String wanted = creation.values().getOrDefault(disk.disk(), "");
      Disk made = Disk.parse(DriveBus.SCSI, wanted);
      String storage = made.volume().storage().orElseThrow();
      String imported =
          made.withVolume(Volume.allocate(storage, 0)).withImportFrom(file.text()).text();
      return creation.with(disk.disk(), imported).values();
    }
    if (source instanceof Source.Iso iso) {
      return creation.with(iso.drive(), file.text() + ",media=cdrom").values();
    }
    return creation.values();
  }

  /** A step of making a VM. */
  public enum Step {
    /** The clone or create call. */
    MAKE,
    /** The configuration call, after which the VM is recognised as ours. */
    CONFIGURE
  }

  /** What a VM is made from. */
  public sealed interface Source {
    /**
     * Hands the source to the method for its kind.
     *
     * @param visitor what is done with each kind
     * @return what the method returns
     */
    <R> R accept(Visitor<R> visitor);

    /** Has a method for each kind. */
    interface Visitor<R> {
      R visit(Clone source);

      R visit(Import source);

      R visit(Iso source);

      R visit(Nothing source);

      R visit(Made source);
    }

    /**
     * A template is cloned.
     *
     * @param template the template
     * @param mode whether disks are copied or built upon the template's
     * @param storage where copied disks go; empty for a linked clone
     */
    record Clone(TemplateRef template, CloneMode mode, Optional<StorageName> storage)
        implements Source {
      @Override
      public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
      }
    }

    /**
     * A disk is copied from an image while the VM is created.
     *
     * @param image the image
     * @param imageStorage where the file is
     * @param fetchedBy the change that has it downloaded
     * @param disk the key of the disk that it becomes
     */
    record Import(TalosImage image, StorageName imageStorage, ChangeId fetchedBy, String disk)
        implements Source {
      @Override
      public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
      }
    }

    /**
     * The VM is created empty and boots the installer from a CD.
     *
     * @param image the image
     * @param imageStorage where the file is
     * @param fetchedBy the change that has it downloaded
     * @param drive the key of the CD drive
     */
    record Iso(TalosImage image, StorageName imageStorage, ChangeId fetchedBy, String drive)
        implements Source {
      @Override
      public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
      }
    }

    /**
     * The VM is created without any disk: it keeps what belongs to a node and never runs.
     *
     * @param storages where its volumes will be, and where none may carry its id before
     */
    record Nothing(Set<StorageName> storages) implements Source {
      /** Keeps an own copy of the set. */
      public Nothing {
        storages = Set.copyOf(storages);
      }

      @Override
      public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
      }
    }

    /** The VM was made by a run that was interrupted before it configured the VM. */
    record Made() implements Source {
      @Override
      public <R> R accept(Visitor<R> visitor) {
        return visitor.visit(this);
      }
    }
  }
}
