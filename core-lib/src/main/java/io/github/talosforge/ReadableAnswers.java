package io.github.talosforge;

import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import java.util.function.Supplier;

/** Says in a sentence that a server told what Proxmox VE would not, wherever it is noticed. */
final class ReadableAnswers {
  private ReadableAnswers() {}

  static <T> T of(Supplier<T> work) {
    try {
      return work.get();
    } catch (InvalidValueException | PropertyFormatException e) {
      throw ProxmoxException.of(
              ErrorKind.PROTOCOL,
              "The server tells what Proxmox VE would not: " + e.getMessage() + ".")
          .suggestion(
              "Look at that VM, storage or host in Proxmox VE, and whether it is Proxmox VE that"
                  + " answers at this address.")
          .cause(e)
          .build();
    }
  }
}
