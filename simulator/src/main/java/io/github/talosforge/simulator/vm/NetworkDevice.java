package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.world.Dice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A network device of a VM.
 *
 * @param model the model
 * @param mac the MAC address, empty when it is to be made up
 * @param options the other options
 */
record NetworkDevice(String model, String mac, Map<String, String> options) {
  private static final Set<String> MODELS =
      Set.of(
          ("e1000 e1000-82540em e1000-82544gc e1000-82545em e1000e i82551 i82557b i82559er"
                  + " ne2k_isa ne2k_pci pcnet rtl8139 virtio vmxnet3")
              .split(" "));
  private static final Set<String> KNOWN =
      Set.of(
          "model",
          "macaddr",
          "bridge",
          "firewall",
          "link_down",
          "mtu",
          "queues",
          "rate",
          "tag",
          "trunks");

  private static final Set<String> FLAGS = Set.of("firewall", "link_down");

  /** Copies the options. */
  NetworkDevice {
    options = new LinkedHashMap<>(options);
  }

  static NetworkDevice parse(String key, String text) {
    Map<String, String> values = PropertyString.parse(key, text, "model");
    for (String model : MODELS) {
      String address = values.remove(model);
      if (address != null) {
        values.put("model", model);
        values.put("macaddr", address);
      }
    }
    PropertyString.check(key, values, KNOWN);
    String model = values.remove("model");
    if (model == null || !MODELS.contains(model)) {
      throw PropertyString.malformed(
          key, "format error\n" + key + ".model: property is missing and it is not optional");
    }
    PropertyString.normalizeFlags(values, FLAGS);
    String mac = values.remove("macaddr");
    return new NetworkDevice(model, mac == null ? "" : mac.toUpperCase(Locale.ROOT), values);
  }

  NetworkDevice withNewMac(Dice dice) {
    return new NetworkDevice(model, dice.mac(), options);
  }

  NetworkDevice withMac(Dice dice) {
    return mac.isEmpty() ? withNewMac(dice) : this;
  }

  @Nullable String option(String name) {
    return options.get(name);
  }

  String print() {
    List<String> parts = new ArrayList<>();
    parts.add(model + "=" + mac);
    new TreeMap<>(options).forEach((key, value) -> parts.add(key + "=" + value));
    return String.join(",", parts);
  }
}
