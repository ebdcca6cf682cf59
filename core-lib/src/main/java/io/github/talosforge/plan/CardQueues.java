package io.github.talosforge.plan;

import io.github.talosforge.proxmox.property.NetworkDevice;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the packet queues of a card that exists as they are while nobody wrote how many there
 * should be. Their default follows the cores, and once was another; other queues need the node to
 * be stopped, which no default is worth.
 */
final class CardQueues {
  private static final String FIRST_CARD = "net0";
  private static final String PART = "queues";

  /** The most that a default ever was; what is above, somebody else chose. */
  private static final int MOST = 4;

  private CardQueues() {}

  /** Returns the wanted value with the live queues where those may stay. */
  static String kept(NodeTarget target, String key, @Nullable String live, String wanted) {
    if (live == null
        || !key.equals(FIRST_CARD)
        || target.spec().provenance().isWritten("net_queues")) {
      return wanted;
    }
    try {
      NetworkDevice card = NetworkDevice.parse(live);
      return card.queues().orElse(1) > MOST
          ? wanted
          : NetworkDevice.parse(wanted)
              .properties()
              .with(PART, card.properties().text(PART).orElse(null))
              .text();
    } catch (PropertyFormatException unreadable) {
      return wanted;
    }
  }
}
