package io.github.talosforge.proxmox.property;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An option of a VM's configuration: what its values mean, who may set it, when it takes effect.
 */
public final class ProxmoxOption {
  private static final String NUMBERED = "[n]";

  private final String name;
  private final OptionForm form;
  private final OptionPrivilege privilege;
  private final HotPlugging hotPlugging;

  ProxmoxOption(String name, OptionForm form, OptionPrivilege privilege, HotPlugging hotPlugging) {
    this.name = name;
    this.form = form;
    this.privilege = privilege;
    this.hotPlugging = hotPlugging;
  }

  /** Found on first use: the classes of composed values are loaded before their options. */
  private static final class ByName {
    static final Map<String, ProxmoxOption> ALL =
        OptionTable.ROWS.stream()
            .collect(Collectors.toUnmodifiableMap(ProxmoxOption::name, Function.identity()));
  }

  /**
   * Returns every option that Proxmox VE 8 or 9 knows.
   *
   * @return the options, by name
   */
  public static List<ProxmoxOption> all() {
    return OptionTable.ROWS;
  }

  /**
   * Finds an option.
   *
   * @param name its name, such as {@code cores}, or {@code net[n]} for those that are numbered
   * @return the option, or nothing if there is none of that name
   */
  public static Optional<ProxmoxOption> find(String name) {
    return Optional.ofNullable(ByName.ALL.get(name));
  }

  static Optional<ProxmoxOption> numbered(String family) {
    return find(family + NUMBERED);
  }

  /**
   * Returns the name as Proxmox VE's own documentation writes it.
   *
   * @return for example {@code cores} or {@code net[n]}
   */
  public String name() {
    return name;
  }

  /**
   * Returns the value that means the same as leaving the option out.
   *
   * @return the default, or nothing when none is known
   */
  public Optional<String> whenAbsent() {
    return Optional.ofNullable(form.whenAbsent());
  }

  /**
   * Returns the privilege on the VM that setting the option needs.
   *
   * @return the privilege, or nothing when no privilege helps
   */
  public Optional<String> privilege() {
    return Optional.ofNullable(privilege.text());
  }

  /**
   * Tells whether only root@pam may set it, and no token.
   *
   * @return true if so
   */
  public boolean isRootOnly() {
    return privilege == OptionPrivilege.ROOT;
  }

  /**
   * Returns when a running VM takes a new value.
   *
   * @return when it does
   */
  public HotPlugging hotPlugging() {
    return hotPlugging;
  }

  /**
   * Returns the parts of its values.
   *
   * @return the parts' names; empty for plain values
   */
  public List<String> parts() {
    return grammar().map(parts -> List.copyOf(parts.keys().keySet())).orElseGet(List::of);
  }

  /**
   * Returns the value that means the same as leaving a part out.
   *
   * @param part the part, such as {@code tag}
   * @return the default, or nothing when none is known
   */
  public Optional<String> whenAbsent(String part) {
    return part(part).map(GrammarKey::defaultValue);
  }

  /**
   * Tells whether a running VM takes a part at once, whatever holds for the rest.
   *
   * @param part the part, such as {@code backup}
   * @return true if so
   */
  public boolean isLive(String part) {
    return part(part).filter(row -> row.effect() == GrammarKey.Effect.LIVE).isPresent();
  }

  /**
   * Tells whether a new value of a part unplugs the device from a running VM and plugs in another.
   *
   * @param part the part, such as {@code macaddr}
   * @return true if so
   */
  public boolean replacesDevice(String part) {
    return part(part).filter(row -> row.effect() == GrammarKey.Effect.OTHER_DEVICE).isPresent();
  }

  /**
   * Tells whether there is a part of which {@link #replacesDevice} holds.
   *
   * @return true if so
   */
  public boolean replacesDevices() {
    return parts().stream().anyMatch(this::replacesDevice);
  }

  Optional<VmProperty> parse(String text) {
    return Optional.ofNullable(form.parts()).map(parts -> parts.parser().apply(text));
  }

  Object meaning(String text) {
    return form.meaning().of(name, text);
  }

  private Optional<Grammar> grammar() {
    return Optional.ofNullable(form.parts()).map(OptionForm.Parts::grammar);
  }

  private Optional<GrammarKey> part(String part) {
    return grammar().map(parts -> parts.keys().get(part));
  }

  @Override
  public String toString() {
    return name;
  }
}
