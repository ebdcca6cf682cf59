package io.github.talosforge.simulator.world;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A volume on a storage.
 *
 * @param storage the storage's id
 * @param host the host for a local storage; null when the storage is shared
 * @param name the name after the colon, for example {@code vm-100-disk-0}, {@code
 *     100/vm-100-disk-0.qcow2}, {@code iso/talos.iso}
 * @param content images, iso, import, vztmpl
 * @param format raw, qcow2, vmdk, iso
 * @param size the size that a guest sees, in bytes
 * @param used the bytes that it occupies
 * @param owner the VM's id in its name, 0 without
 * @param parent the base volume of a linked clone
 * @param created epoch seconds
 * @param identity what is on it, as far as known: a guest boots by it
 * @param checksums digests of a downloaded or uploaded file
 * @param partitions what the guest keeps on it, by partition label; of a CD called {@code cidata}
 *     its files
 */
public record Volume(
    String storage,
    @Nullable String host,
    String name,
    String content,
    String format,
    long size,
    long used,
    int owner,
    @Nullable String parent,
    long created,
    @Nullable String identity,
    Map<String, String> checksums,
    Map<String, String> partitions) {
  /** Copies the maps; a file of an earlier version has no partitions. */
  public Volume {
    checksums = Map.copyOf(checksums);
    partitions = Map.copyOf(Objects.requireNonNullElse(partitions, Map.of()));
  }

  /**
   * The volume's id.
   *
   * @return storage, colon, name
   */
  public String volid() {
    return storage + ":" + name;
  }

  /**
   * Whether it is a base image, which linked clones may stand on.
   *
   * @return whether it is
   */
  @JsonIgnore
  public boolean isBase() {
    return fileName().startsWith("base-");
  }

  /**
   * The last part of the name: without the directory of the owner or of the base.
   *
   * @return for example {@code vm-100-disk-0.qcow2}
   */
  public String fileName() {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /**
   * The same volume under another name and owner.
   *
   * @param other the name
   * @param vmid the owner
   * @return the volume
   */
  public Volume renamed(String other, int vmid) {
    return new Volume(
        storage,
        host,
        other,
        content,
        format,
        size,
        used,
        vmid,
        parent,
        created,
        identity,
        checksums,
        partitions);
  }

  /**
   * The same volume on another host.
   *
   * @param other the host
   * @return the volume
   */
  public Volume onHost(@Nullable String other) {
    return new Volume(
        storage,
        other,
        name,
        content,
        format,
        size,
        used,
        owner,
        parent,
        created,
        identity,
        checksums,
        partitions);
  }

  /**
   * The same volume, grown.
   *
   * @param bytes its new size
   * @param occupied the bytes that it occupies
   * @return the volume
   */
  public Volume resized(long bytes, long occupied) {
    return new Volume(
        storage,
        host,
        name,
        content,
        format,
        bytes,
        occupied,
        owner,
        parent,
        created,
        identity,
        checksums,
        partitions);
  }

  /**
   * The same volume with other things on it.
   *
   * @param system what boots from it; null: nothing
   * @param data what the guest keeps on it, by partition label
   * @return the volume
   */
  public Volume holding(@Nullable String system, Map<String, String> data) {
    return new Volume(
        storage, host, name, content, format, size, used, owner, parent, created, system, checksums,
        data);
  }
}
