package io.github.talosforge.simulator.world;

import java.util.Optional;

/** The internet as the simulated hosts see it: downloads are asked for here, nothing is fetched. */
@FunctionalInterface
public interface ImageSource {
  /**
   * Looks a URL up.
   *
   * @param url the address
   * @return what is there, or empty for a 404
   */
  Optional<RemoteImage> find(String url);

  /**
   * Whether anybody listens at the host and port of a URL.
   *
   * @param url the address
   * @return whether a connection is taken
   */
  default boolean isListening(String url) {
    return true;
  }
}
