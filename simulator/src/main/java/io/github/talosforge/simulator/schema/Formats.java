package io.github.talosforge.simulator.schema;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The named formats of values. A name that ends in {@code -list} stands for several of them. */
final class Formats {
  private static final String ALNUM_NAME = "[a-zA-Z0-9]([a-zA-Z0-9\\-]*[a-zA-Z0-9])?";
  private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final String IPV4 = "(" + OCTET + "\\.){3}" + OCTET;
  private static final String IPV6 = "[0-9a-fA-F:]*:[0-9a-fA-F:.]*";
  private static final String CONFIG_ID = "(?i:[a-z][a-z0-9_-]+)";
  private static final String VOLUME = "[a-zA-Z][a-zA-Z0-9\\-_.]*[a-zA-Z0-9]:.+";
  private static final String USER = "[^\\s:/]+@[A-Za-z][A-Za-z0-9.\\-_]+";

  private static final Map<String, Format> NAMED =
      Map.ofEntries(
          named("pve-vmid", "[1-9][0-9]{2,8}", "value does not look like a valid VM ID"),
          named("pve-node", ALNUM_NAME, "value does not look like a valid node name"),
          named(
              "dns-name",
              "(" + ALNUM_NAME + "\\.)*" + ALNUM_NAME,
              "value does not look like a valid DNS name"),
          named(
              "pve-storage-id",
              "(?i:[a-z][a-z0-9\\-_.]*[a-z0-9])",
              "storage ID '%s' contains illegal characters"),
          named("pve-configid", CONFIG_ID, "invalid configuration ID '%s'"),
          named("pve-bridge-id", "[-_.\\w]+", "invalid bridge ID '%s'"),
          named("urlencoded", "[-%a-zA-Z0-9_.!~*'()]*", "invalid urlencoded string: %s"),
          named("pve-tag", "(?i:[a-z0-9_][a-z0-9_\\-+.]*)", "invalid characters in tag"),
          named(
              "mac-addr",
              "(?i:[0-9a-f][02468ace](:[0-9a-f]{2}){5})",
              "value does not look like a valid unicast MAC address"),
          named(
              "disk-size",
              "\\d+(\\.\\d+)?[KMGT]?",
              "value does not look like a valid disk size: %s"),
          named("ipv4", IPV4, "value does not look like a valid IPv4 address"),
          named("ipv6", IPV6, "value does not look like a valid IPv6 address"),
          named(
              "pve-ipv4-config",
              "dhcp|" + IPV4 + "/([0-9]|[12][0-9]|3[0-2])",
              "value does not look like a valid ipv4 network configuration"),
          named(
              "pve-ipv6-config",
              "auto|dhcp|" + IPV6 + "/([0-9]{1,2}|1[01][0-9]|12[0-8])",
              "value does not look like a valid ipv6 network configuration"),
          named(
              "CIDR",
              "(" + IPV4 + "/([0-9]|[12][0-9]|3[0-2])|" + IPV6 + "/[0-9]{1,3})",
              "value does not look like a valid CIDR network"),
          named(
              "address",
              IPV4 + "|" + IPV6 + "|(" + ALNUM_NAME + "\\.)*" + ALNUM_NAME,
              "value does not look like a valid address: %s"),
          named("pve-volume-id", VOLUME, "unable to parse volume ID '%s'"),
          named(
              "pve-volume-id-or-qm-path",
              "none|cdrom|/.+|" + VOLUME,
              "unable to parse volume ID '%s'"),
          named(
              "pve-volume-id-or-absolute-path", "/.+|" + VOLUME, "unable to parse volume ID '%s'"),
          named(
              "pve-startup-order",
              "(?:(?:order=)?\\d+|up=\\d+|down=\\d+)"
                  + "(?:,(?:(?:order=)?\\d+|up=\\d+|down=\\d+))*",
              "unable to parse startup options"),
          named("pve-userid", USER, "value '%s' does not look like a valid user name"),
          named(
              "pve-tokenid",
              USER + "![A-Za-z][A-Za-z0-9.\\-_]+",
              "value '%s' does not look like a valid token ID"),
          named("pve-roleid", "[A-Za-z0-9.\\-_]+", "role name '%s' contains invalid characters"),
          named("pve-groupid", "[A-Za-z0-9.\\-_]+", "group name '%s' contains invalid characters"),
          named("pve-realm", "[A-Za-z][A-Za-z0-9.\\-_]+", "value does not look like a valid realm"),
          named(
              "pve-poolid",
              "[A-Za-z0-9.\\-_]+(?:/[A-Za-z0-9.\\-_]+){0,2}",
              "pool name '%s' contains invalid characters"),
          named(
              "pve-ha-resource-or-vm-id",
              "[0-9]+|(?:ct|vm):\\S+",
              "value '%s' does not look like a valid HA resource ID"),
          named(
              "pve-ha-resource-id",
              "(?:ct|vm):\\S+",
              "value '%s' does not look like a valid HA resource ID"),
          named(
              "pve-ha-node", ALNUM_NAME + "(:\\d+)?", "value does not look like a valid node name"),
          named(
              "pve-ha-group-node",
              ALNUM_NAME + "(:\\d+)?",
              "value does not look like a valid node name"),
          named(
              "pve-storage-content",
              "(images|rootdir|vztmpl|iso|backup|snippets|import|none)",
              "invalid content type '%s'"));

  private Formats() {}

  /** What is wrong with the value, or null; formats without a rule of their own take anything. */
  static @Nullable String problem(String name, String value) {
    Format format = NAMED.get(name);
    if (format != null) {
      return format.problem(value);
    }
    Format each = name.endsWith("-list") ? NAMED.get(name.substring(0, name.length() - 5)) : null;
    if (each == null) {
      return null;
    }
    for (String entry : value.split("[,;\\s]+", -1)) {
      String problem = entry.isEmpty() ? null : each.problem(entry);
      if (problem != null) {
        return problem;
      }
    }
    return null;
  }

  private static Map.Entry<String, Format> named(String name, String pattern, String text) {
    return Map.entry(name, new Format(Pattern.compile(pattern), text));
  }

  private record Format(Pattern pattern, String text) {
    @Nullable String problem(String value) {
      return pattern.matcher(value).matches() ? null : text.replace("%s", value);
    }
  }
}
