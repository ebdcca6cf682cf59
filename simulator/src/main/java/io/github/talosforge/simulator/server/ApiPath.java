package io.github.talosforge.simulator.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A path of the API.
 *
 * @param format {@code json} or {@code extjs}
 * @param path the path below, segments decoded; a slash inside of one is {@code %2F}
 */
record ApiPath(String format, String path) {
  private static final Pattern PATH = Pattern.compile("/api2/+(json|extjs)(/.*)?");

  /** A volume may be given with its slashes as they are. */
  private static final Pattern VOLUME =
      Pattern.compile("(/nodes/[^/]+/storage/[^/]+/content/)(.+)");

  static Optional<ApiPath> parse(String path) {
    Matcher matcher = PATH.matcher(path);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String below = matcher.group(2) == null ? "/" : matcher.group(2);
    return Optional.of(new ApiPath(matcher.group(1), decoded(below)));
  }

  private static String decoded(String path) {
    String segments =
        Arrays.stream(path.split("/", -1)).map(ApiPath::segment).collect(Collectors.joining("/"));
    Matcher volume = VOLUME.matcher(segments);
    return volume.matches() ? volume.group(1) + volume.group(2).replace("/", "%2F") : segments;
  }

  private static String segment(String encoded) {
    try {
      // A plus sign in a path is a plus sign.
      return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8)
          .replace("/", "%2F");
    } catch (IllegalArgumentException e) {
      return encoded;
    }
  }

  /** The path as people write it. */
  String readable() {
    return path.replace("%2F", "/");
  }
}
