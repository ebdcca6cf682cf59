package io.github.talosforge.simulator.proxy;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where someone wants to be connected to.
 *
 * @param host an IP address or a name, without brackets
 * @param port the port
 */
record Authority(String host, int port) {
  private static final Pattern FORM = Pattern.compile("(?:\\[([^]]+)]|([^:\\[\\]]+)):(\\d{1,5})");

  static Optional<Authority> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int port = Integer.parseInt(matcher.group(3));
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return port < 1 || port > 65535 ? Optional.empty() : Optional.of(new Authority(host, port));
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
