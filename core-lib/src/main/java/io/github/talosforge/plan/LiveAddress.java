package io.github.talosforge.plan;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.proxmox.property.IpConfig;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import java.util.Optional;

/** The address in a VM's {@code ipconfig}. */
final class LiveAddress {
  private LiveAddress() {}

  static Optional<Ipv4Address> of(String ipConfig) {
    try {
      return IpConfig.parse(ipConfig)
          .address()
          .filter(text -> !text.equals("dhcp"))
          .map(text -> Ipv4Address.of(text.split("/", 2)[0]));
    } catch (PropertyFormatException | InvalidValueException unreadable) {
      return Optional.empty();
    }
  }
}
