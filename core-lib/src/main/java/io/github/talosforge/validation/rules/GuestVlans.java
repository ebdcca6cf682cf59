package io.github.talosforge.validation.rules;

import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;

/** What rules about VLANs of the guest have in common. */
final class GuestVlans {

  private GuestVlans() {}

  /** Returns the key that a card's VLANs stand under. */
  static String key(NodeSpec node, NicSpec card) {
    return card.equals(node.vm().nic()) ? "vlans" : "extra_nics";
  }

  /** Returns the address of a text such as {@code 10.30.0.11/24}. */
  static Ipv4Address address(String withPrefix) {
    return Ipv4Address.of(withPrefix.substring(0, withPrefix.indexOf('/')));
  }

  /** Returns the prefix length of such a text. */
  static int prefix(String withPrefix) {
    return Integer.parseInt(withPrefix.substring(withPrefix.indexOf('/') + 1));
  }
}
