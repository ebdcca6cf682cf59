package io.github.talosforge.simulator.vm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows how the system behaves that boots from a disk. */
@FunctionalInterface
public interface GuestModel {
  /**
   * The behaviour of a guest.
   *
   * @param agent whether a guest agent answers once it has booted
   * @param powerButton whether it reacts to ACPI
   * @param boot how long it takes to boot
   * @param shutdown how long it takes to go down
   */
  record Guest(boolean agent, boolean powerButton, Duration boot, Duration shutdown) {
    /** Nothing boots: firmware that waits for a disk. */
    public static final Guest NOTHING = new Guest(false, false, Duration.ZERO, Duration.ZERO);

    /** A system with a guest agent. */
    public static final Guest ORDINARY =
        new Guest(true, true, Duration.ofSeconds(12), Duration.ofSeconds(4));
  }

  /**
   * The guest that boots from a disk or ISO.
   *
   * @param identity what is on it; null when it is empty
   * @return its behaviour
   */
  Guest boots(@Nullable String identity);

  /**
   * What a guest says about itself that is simulated in depth.
   *
   * @param up whether its system runs
   * @param agent whether its agent answers
   * @param interfaces its network interfaces, loopback included
   */
  record Report(boolean up, boolean agent, List<Interface> interfaces) {
    /** Copies the list. */
    public Report {
      interfaces = List.copyOf(interfaces);
    }
  }

  /**
   * A network interface inside of a guest.
   *
   * @param name for example {@code eth0}
   * @param mac the hardware address in lower case
   * @param addresses addresses with prefix length, for example {@code 192.168.1.10/24}
   */
  record Interface(String name, String mac, List<String> addresses) {
    /** Copies the list. */
    public Interface {
      addresses = List.copyOf(addresses);
    }
  }

  /**
   * Asks a running guest.
   *
   * @param vmid the VM
   * @return its report; empty when only {@link #boots} is known of it
   */
  default Optional<Report> report(int vmid) {
    return Optional.empty();
  }

  /**
   * Everything with an identity is an ordinary system.
   *
   * @return the model
   */
  static GuestModel ordinary() {
    return identity -> identity == null ? Guest.NOTHING : Guest.ORDINARY;
  }
}
