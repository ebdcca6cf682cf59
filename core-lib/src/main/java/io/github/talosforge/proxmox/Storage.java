package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.DiskSize;
import java.util.List;
import java.util.Optional;

/** A storage as one host sees it. */
public interface Storage {
  /**
   * Asks for size and state.
   *
   * @return the state; absent if the host has no such storage or the client may not see it
   */
  Optional<StorageSummary> status();

  /**
   * Lists all volumes.
   *
   * @return the volumes that the client may see
   */
  List<StoredVolume> content();

  /**
   * Lists the volumes of one content type.
   *
   * @param content for example {@code import} or {@code iso}
   * @return the volumes
   */
  List<StoredVolume> content(String content);

  /**
   * Lists the volumes that carry the number of a guest in their name.
   *
   * @param vmId the number of the guest
   * @return the volumes
   */
  List<StoredVolume> contentOf(int vmId);

  /**
   * Makes the host download a file.
   *
   * @param download what and as which file
   * @return the task that downloads
   */
  TaskHandle download(Download download);

  /**
   * Sends a file; one of the same name is replaced without a question.
   *
   * @param upload what and as which file
   * @return the task that copies it into the storage
   */
  TaskHandle upload(Upload upload);

  /**
   * Makes an empty volume.
   *
   * @param vmId the guest that owns it
   * @param name its name, {@code vm-<id>-…}, on storages of files with the suffix of its format
   * @param size its size
   * @return its identifier
   */
  String allocate(int vmId, String name, DiskSize size);

  /**
   * Deletes a volume, whether or not a guest uses it.
   *
   * @param volume its identifier, such as {@code local:iso/talos.iso}
   * @param look what must still be so
   * @return the task that deletes; absent if it was done at once
   */
  Optional<TaskHandle> delete(String volume, Look look);
}
