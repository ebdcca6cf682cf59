package io.github.talosforge.proxmox.property;

/**
 * How Proxmox VE talks to the agent inside of the guest ({@code agent}).
 *
 * @param properties the property string behind it
 */
public record GuestAgent(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("agent")
          .bare("enabled", ValueSyntax.FLAG, "1|0")
          .absentMeans("enabled", "0")
          .key("type", ValueSyntax.TEXT, "virtio|isa")
          .absentMeans("type", "virtio")
          .flag("fstrim_cloned_disks", false)
          .live("fstrim_cloned_disks")
          // Release 9 renamed the key but still reads this name, release 8 reads no other.
          .flag("freeze-fs-on-backup", true)
          .alias("freeze-fs", "freeze-fs-on-backup")
          .alias("guest-fsfreeze", "freeze-fs-on-backup")
          .build();

  /** Refuses a property string of another kind. */
  public GuestAgent {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code agent}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static GuestAgent parse(String text) {
    return new GuestAgent(GRAMMAR.parse(text));
  }

  /**
   * Returns whether the agent is expected to run.
   *
   * @return true if so
   */
  public boolean enabled() {
    return properties.flag("enabled");
  }

  /**
   * Returns a copy that says whether the agent is expected to run.
   *
   * @param value the new value
   * @return the changed copy
   */
  public GuestAgent withEnabled(boolean value) {
    return with("enabled", FlagText.write(value));
  }

  /**
   * Returns the channel, {@code virtio} or {@code isa}.
   *
   * @return the value
   */
  public String type() {
    return properties.required("type");
  }

  /**
   * Returns a copy that says the channel, {@code virtio} or {@code isa}.
   *
   * @param value the new value
   * @return the changed copy
   */
  public GuestAgent withType(String value) {
    return with("type", value);
  }

  /**
   * Returns whether file systems are trimmed after a disk was moved or cloned.
   *
   * @return true if so
   */
  public boolean trimsClonedDisks() {
    return properties.flag("fstrim_cloned_disks");
  }

  /**
   * Returns a copy that says whether file systems are trimmed after a disk was moved or cloned.
   *
   * @param value the new value
   * @return the changed copy
   */
  public GuestAgent withTrimsClonedDisks(boolean value) {
    return with("fstrim_cloned_disks", FlagText.write(value));
  }

  /**
   * Returns whether file systems are frozen for a backup.
   *
   * @return true if so
   */
  public boolean freezesOnBackup() {
    return properties.flag("freeze-fs-on-backup");
  }

  /**
   * Returns a copy that says whether file systems are frozen for a backup.
   *
   * @param value the new value
   * @return the changed copy
   */
  public GuestAgent withFreezesOnBackup(boolean value) {
    return with("freeze-fs-on-backup", FlagText.write(value));
  }

  /**
   * Returns an agent setting that is otherwise the default.
   *
   * @param enabled whether the agent is expected to run
   * @return the new value
   */
  public static GuestAgent of(boolean enabled) {
    return parse(FlagText.write(enabled));
  }

  private GuestAgent with(String key, String value) {
    return new GuestAgent(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
