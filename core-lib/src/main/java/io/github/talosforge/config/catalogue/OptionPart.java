package io.github.talosforge.config.catalogue;

import io.github.talosforge.proxmox.property.ProxmoxOption;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Optional;

/**
 * What a key decides of a VM's configuration.
 *
 * @param option the option's name, {@code net0} for one network card, {@code net[n]} for whichever
 * @param part the part of the option's value; nothing for the option as a whole
 */
public record OptionPart(String option, Optional<String> part) {

  /**
   * Reads the notation of declarations: the option's name, then its part behind a dot.
   *
   * @param text such as {@code cores}, {@code net0.queues} or {@code scsi[n].ssd}
   * @throws IllegalArgumentException if Proxmox VE knows no such option or part
   */
  static OptionPart of(String text) {
    int dot = text.indexOf('.');
    String name = dot < 0 ? text : text.substring(0, dot);
    Optional<String> part = dot < 0 ? Optional.empty() : Optional.of(text.substring(dot + 1));
    ProxmoxOption option =
        VmConfigKey.of(name)
            .option()
            .orElseThrow(() -> new IllegalArgumentException("no option " + text));
    if (part.filter(each -> !option.parts().contains(each)).isPresent()) {
      throw new IllegalArgumentException("no part " + text);
    }
    return new OptionPart(name, part);
  }
}
