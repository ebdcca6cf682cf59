package io.github.talosforge.proxmox.property;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a drive is made of: a volume of a storage, the request to make one, or a word.
 *
 * <p>{@code local-zfs:vm-100-disk-0}, {@code local:iso/talos.iso} and {@code
 * local-zfs:base-9000-disk-0/vm-101-disk-0} are volumes, {@code local-zfs:32} asks for a new one of
 * 32 GiB, {@code local-zfs:cloudinit} for a cloud-init drive, {@code none} and {@code cdrom} are
 * words.
 *
 * @param text the value as Proxmox VE writes it
 */
public record Volume(String text) {
  private static final String GRAMMAR = "<storage>:<name>, <storage>:<GiB>, none, cdrom or a path";
  private static final Pattern OWNED = Pattern.compile("(?:.*/)?(?:vm|base)-(\\d{1,9})-[^/]+");
  private static final Pattern AMOUNT = Pattern.compile("\\d+(\\.\\d+)?");

  /** Refuses a text that could not stand in a property string. */
  public Volume {
    if (text.isBlank() || text.indexOf(',') >= 0) {
      throw new PropertyFormatException("volume", text, "is no volume", GRAMMAR);
    }
  }

  /**
   * Reads a volume.
   *
   * @param text the value as Proxmox VE writes it
   * @return the volume
   * @throws PropertyFormatException if the text is empty or contains a comma
   */
  public static Volume parse(String text) {
    return new Volume(text.strip());
  }

  /**
   * Returns the request to make a volume.
   *
   * @param storage the storage
   * @param gibibytes its size, where 0 stands for the size of what is imported
   * @return the request
   */
  public static Volume allocate(String storage, int gibibytes) {
    return new Volume(storage + ":" + gibibytes);
  }

  /**
   * Returns the storage.
   *
   * @return its name, or nothing for a word or a path
   */
  public Optional<String> storage() {
    int colon = text.indexOf(':');
    return colon <= 0 || text.startsWith("/")
        ? Optional.empty()
        : Optional.of(text.substring(0, colon));
  }

  /**
   * Returns the name inside of the storage.
   *
   * @return what stands behind the colon, or the whole text for a word or a path
   */
  public String name() {
    return storage().map(storage -> text.substring(storage.length() + 1)).orElse(text);
  }

  /**
   * Returns the guest that owns the volume, which its name alone decides.
   *
   * @return the number of the guest, or nothing when the name carries none
   */
  public OptionalInt owner() {
    Matcher owned = OWNED.matcher(name());
    return owned.matches() ? OptionalInt.of(Integer.parseInt(owned.group(1))) : OptionalInt.empty();
  }

  /**
   * Returns whether this is a request to make a volume instead of one that exists.
   *
   * @return true for {@code <storage>:<GiB>}
   */
  public boolean requestsAllocation() {
    return storage().isPresent() && AMOUNT.matcher(name()).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
