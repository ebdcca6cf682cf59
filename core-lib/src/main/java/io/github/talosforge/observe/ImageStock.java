package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import java.util.List;
import java.util.Set;

/**
 * What VMs are made from, and who needs it still.
 *
 * @param templates templates with their configuration and users
 * @param files files of the image storage
 * @param attached what drives of guests hold; looked for only when a CD image is there
 */
public record ImageStock(
    List<StockedTemplate> templates, List<StockedFile> files, AttachedVolumes attached) {

  /** Keeps own copies of the collections. */
  public ImageStock {
    templates = List.copyOf(templates);
    files = List.copyOf(files);
  }

  /**
   * A template.
   *
   * @param guest the template, with its configuration
   * @param users the guests whose disks build upon its disks
   * @param shared whether its disks are seen by every host
   * @param certain whether every storage could be asked for users
   */
  public record StockedTemplate(
      ObservedGuest guest, Set<VmId> users, boolean shared, boolean certain) {

    /** Keeps an own copy of the set. */
    public StockedTemplate {
      users = Set.copyOf(users);
    }
  }

  /**
   * A VM that may be about to become a template.
   *
   * @param guest the VM, with its configuration
   * @param tasks what runs on it and may be seen
   */
  public record StockedBuild(ObservedGuest guest, List<RunningTask> tasks) {

    /** Keeps an own copy of the list. */
    public StockedBuild {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * A volume of a VM.
   *
   * @param volume the volume, such as {@code local-zfs:vm-2000-disk-0}
   * @param owner the id that it carries
   * @param host a host that sees it
   * @param shared whether every host sees it
   */
  public record StockedVolume(String volume, VmId owner, HostName host, boolean shared) {}

  /**
   * A file.
   *
   * @param volume the volume, such as {@code local:import/talos.qcow2}
   * @param storage the storage
   * @param host a host that sees it
   * @param shared whether every host sees it
   */
  public record StockedFile(String volume, StorageName storage, HostName host, boolean shared) {}
}
