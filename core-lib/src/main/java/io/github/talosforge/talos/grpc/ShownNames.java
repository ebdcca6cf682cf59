package io.github.talosforge.talos.grpc;

import io.github.talosforge.talos.TalosEndpoint;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The names and addresses in a machine's certificate, which tell which machine answers. */
final class ShownNames {
  static final String CURE =
      "The node that was asked for has lost its address, or two machines have it: compare the"
          + " addresses of their VMs and configurations.";

  private static final int DNS_NAME = 2;
  private static final int ADDRESS = 7;

  private final List<String> names;

  private ShownNames(List<String> names) {
    this.names = names;
  }

  static ShownNames of(X509Certificate certificate) {
    try {
      Collection<List<?>> all =
          Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.of());
      return new ShownNames(
          all.stream()
              .filter(name -> List.of(DNS_NAME, ADDRESS).contains(name.get(0)))
              .map(name -> canonical(String.valueOf(name.get(1))))
              .toList());
    } catch (CertificateParsingException e) {
      return new ShownNames(List.of());
    }
  }

  /** Tells that another machine of the same cluster answers; empty if it is the one asked for. */
  Optional<String> another(TalosEndpoint endpoint) {
    return names.contains(canonical(endpoint.host()))
        ? Optional.empty()
        : Optional.of(who(endpoint));
  }

  private String who(TalosEndpoint endpoint) {
    List<String> telling = names.stream().filter(name -> !isEverybodys(name)).toList();
    return "Another machine of this cluster answers at "
        + endpoint
        + ": "
        + (telling.isEmpty() ? "one that shows no name" : String.join(", ", telling))
        + ".";
  }

  private static boolean isEverybodys(String name) {
    return name.equals("localhost") || name.startsWith("127.") || name.equals(canonical("::1"));
  }

  /** An IPv6 address can be written in several ways; nothing is looked up. */
  private static String canonical(String name) {
    String bare = name.replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
    if (!bare.contains(":")) {
      return bare;
    }
    try {
      return InetAddress.getByName(bare).getHostAddress();
    } catch (UnknownHostException e) {
      return bare;
    }
  }
}
