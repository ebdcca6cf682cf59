package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.BridgeName;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.InvalidValueException;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.StorageName;
import java.net.URI;
import java.util.Locale;

/** Grammars of texts that several keys share. */
final class Grammars {
  static final TextType<Ipv4Address> ADDRESS =
      new TextType<>("an IPv4 address such as 192.168.1.10", Ipv4Address::of);
  static final TextType<CidrBlock> CIDR =
      new TextType<>("an IPv4 network such as 192.168.1.0/24", CidrBlock::of);
  static final TextType<StorageName> STORAGE =
      new TextType<>("the name of a Proxmox VE storage", StorageName::of);
  static final TextType<BridgeName> BRIDGE = new TextType<>("the name of a bridge", BridgeName::of);
  static final TextType<HostName> HOST =
      new TextType<>("the name of a Proxmox VE node", HostName::of);
  static final TextType<DiskSize> DISK_SIZE =
      new TextType<>("a disk size such as 256G; without unit gibibytes", DiskSize::of);
  static final TextType<URI> URL = new TextType<>("an http or https URL", Grammars::url);
  static final TextType<AddressWish> NODE_ADDRESS =
      new TextType<>("an IPv4 address, or dhcp", Grammars::nodeAddress);
  static final TextType<String> INTERFACE_ADDRESS =
      TextType.matching(
          "an IPv4 address with its prefix length, or dhcp",
          "dhcp|((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])[.]){3}"
              + "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])/(3[0-2]|[12]?[0-9])");
  static final TextType<Integer> MTU =
      new TextType<>("1 for the bridge's own, or a whole number from 576 to 65520", Grammars::mtu);
  static final TextType<String> ANY = TextType.matching("a text", ".*");
  static final TextType<String> LINE =
      TextType.matching("a text of one line", "[^\\x00-\\x1F\\x7F]+");
  static final TextType<String> SERVER =
      TextType.matching(
          "a host name or an address", "[A-Za-z0-9:]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9:])?");
  static final TextType<String> IP =
      TextType.matching(
          "an IPv4 or IPv6 address",
          "((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])([.](?!$)|$)){4}"
              + "|(?=.*:.*:)[0-9A-Fa-f]{0,4}(:[0-9A-Fa-f]{0,4}){2,7}");
  static final TextType<String> VLANS =
      TextType.matching(
          "a VLAN from 1 to 4094 or a range such as 10-20",
          "(?<a>[1-9][0-9]{0,2}|[1-3][0-9]{3}|40[0-8][0-9]|409[0-4])"
              + "(-([1-9][0-9]{0,2}|[1-3][0-9]{3}|40[0-8][0-9]|409[0-4]))?");
  static final TextType<String> LABEL_KEY =
      TextType.matching(
          "a Kubernetes label name, with or without a prefix and '/'",
          "([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");
  static final TextType<String> LABEL_VALUE =
      TextType.matching(
          "up to 63 letters, digits, '-', '_' and '.', letters or digits at the ends",
          "([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?");
  static final TextType<String> TAINT =
      TextType.matching(
          "key=value:Effect or key:Effect, the effect NoSchedule, PreferNoSchedule or NoExecute",
          "([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?"
              + "(=([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?)?"
              + ":(NoSchedule|PreferNoSchedule|NoExecute)");
  static final TextType<String> WORD =
      TextType.matching(
          "letters, digits, '.', '_', '+' and '-'", "[A-Za-z0-9]([A-Za-z0-9._+-]{0,126})");

  private Grammars() {}

  private static URI url(String text) {
    InvalidValueException wrong =
        new InvalidValueException(
            "a URL",
            "an http or https URL with a host, such as https://pve.example.org:8006",
            text);
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw wrong;
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean web = scheme.equals("https") || scheme.equals("http");
    if (!web || uri.getHost() == null || uri.getUserInfo() != null) {
      throw wrong;
    }
    return uri;
  }

  private static AddressWish nodeAddress(String text) {
    if (text.equals("dhcp")) {
      return new AddressWish.Dhcp();
    }
    try {
      return new AddressWish.Fixed(Ipv4Address.of(text));
    } catch (InvalidValueException e) {
      throw new InvalidValueException(
          e.kind(), e.expected(), text, e.form().map("dhcp|"::concat).orElse(null));
    }
  }

  private static Integer mtu(String text) {
    return text.equals("1") ? Integer.valueOf(1) : new IntegerType(576, 65520).parse(text);
  }
}
