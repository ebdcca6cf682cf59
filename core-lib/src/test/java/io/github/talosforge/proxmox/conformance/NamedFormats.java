package io.github.talosforge.proxmox.conformance;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The formats that the schema only names, as far as the client uses them. */
final class NamedFormats {
  private static final String NODE = "[a-zA-Z0-9](?:[a-zA-Z0-9\\-]*[a-zA-Z0-9])?";
  private static final String CONFIG_ID = "[a-zA-Z][a-zA-Z0-9\\-_]+";
  private static final String STORAGE = "[a-zA-Z][a-zA-Z0-9\\-_.]*[a-zA-Z0-9]";
  private static final String USER = "[^\\s:/]+@[A-Za-z][A-Za-z0-9.\\-_]+";
  private static final String NAME = "[A-Za-z0-9.\\-_]+";
  private static final String DNS_LABEL = "[a-zA-Z0-9]([a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?";
  private static final String HA_RESOURCE = "(vm|ct):\\d+";
  private static final String OCTETS = "\\d{1,3}(\\.\\d{1,3}){3}";

  private static final Map<String, Pattern> SINGLE =
      Map.ofEntries(
          entry("pve-node", NODE),
          entry("pve-vmid", "[1-9][0-9]{2,8}"),
          entry("pve-storage-id", STORAGE),
          entry("pve-storage-content", "[a-z]+"),
          entry("pve-configid", CONFIG_ID),
          entry("pve-poolid", NAME + "(/" + NAME + "){0,2}"),
          entry("pve-userid", USER),
          entry("pve-tokenid", USER + "!" + NAME),
          entry("pve-roleid", NAME),
          entry("pve-realm", "[A-Za-z][A-Za-z0-9.\\-_]+"),
          entry("pve-groupid", NAME),
          entry("pve-priv", "[A-Z]\\w*(\\.\\w+)+"),
          entry("pve-ha-resource-or-vm-id", "(" + HA_RESOURCE + "|\\d+)"),
          entry("pve-ha-resource-id", HA_RESOURCE),
          entry("pve-ha-node", NODE + "(:\\d+)?"),
          entry("pve-ha-group-node", NODE + "(:\\d+)?"),
          entry("pve-tag", "(?i)[a-z0-9_][a-z0-9_\\-+.]*"),
          entry("dns-name", DNS_LABEL + "(\\." + DNS_LABEL + ")*"),
          entry("mac-addr", "(?i)[0-9a-f][02468ace](:[0-9a-f]{2}){5}"),
          entry("disk-size", "\\d+(\\.\\d+)?[KMGT]?"),
          entry("pve-bridge-id", "[-_.\\w]+"),
          entry("pve-volume-id", ".+:.+"),
          entry("pve-volume-id-or-none", "(none|.+:.+)"),
          entry("pve-volume-id-or-qm-path", "(none|cdrom|/.+|[^:]+:.+)"),
          entry("pve-volume-id-or-absolute-path", "(/.+|[^:]+:.+)"),
          entry("pve-qm-bootdisk", "(ide|sata|scsi|virtio)\\d+"),
          entry("pve-task-status-type", "(ok|error|warning|unknown)"),
          entry("pve-hotplug-features", "[\\w,;]+"),
          entry("address", "(" + OCTETS + "|[0-9a-fA-F:]+|[\\w.\\-]+)"),
          entry("urlencoded", "[-%a-zA-Z0-9_.!~*'()]*"),
          entry("string", ".+"));

  private NamedFormats() {}

  private static Map.Entry<String, Pattern> entry(String name, String pattern) {
    return Map.entry(name, Pattern.compile(pattern));
  }

  /** What is wrong with the value, if anything. */
  static Optional<String> problem(String format, String value) {
    Pattern single = SINGLE.get(format);
    if (single != null) {
      return single.matcher(value).matches() ? Optional.empty() : misses(format, value);
    }
    String item = format.endsWith("-list") ? format.substring(0, format.length() - 5) : "";
    if (SINGLE.containsKey(item)) {
      return Stream.of(value.split("[,;\\s]+", -1))
          .flatMap(part -> problem(item, part).stream())
          .findFirst();
    }
    return Optional.of("has format " + format + ", for which there is no check");
  }

  private static Optional<String> misses(String format, String value) {
    return Optional.of("'" + value + "' is no " + format);
  }
}
