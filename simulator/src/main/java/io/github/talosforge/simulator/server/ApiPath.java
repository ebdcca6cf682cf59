package io.github.talosforge.simulator.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path of the API.
 *
 * @param format {@code json} or {@code extjs}
 * @param path the path below, decoded
 */
record ApiPath(String format, String path) {
  private static final Pattern PATH = Pattern.compile("/api2/+(json|extjs)(/.*)?");

  static Optional<ApiPath> parse(String path) {
    Matcher matcher = PATH.matcher(path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String below = matcher.group(2) == null ? "/" : matcher.group(2);
    return Optional.of(new ApiPath(matcher.group(1), decoded(below)));
  }

  private static String decoded(String path) {
    try {
      // A plus sign in a path is a plus sign.
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }
}
