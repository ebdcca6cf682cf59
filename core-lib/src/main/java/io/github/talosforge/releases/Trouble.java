package io.github.talosforge.releases;

import io.github.talosforge.model.TalosVersion;
import java.util.Optional;

/**
 * A release that nobody should upgrade to.
 *
 * @param talos the release
 * @param kubernetes the minor of Kubernetes with which alone it is troubled
 * @param what what is wrong with it, as the end of a sentence about it
 * @param instead the next release without the trouble
 */
public record Trouble(
    TalosVersion talos, Optional<Minor> kubernetes, String what, TalosVersion instead) {

  /** Tells whether somebody would meet it who runs this. */
  boolean concerns(TalosVersion version, Minor beside) {
    return talos.equals(version) && kubernetes.filter(only -> !only.equals(beside)).isEmpty();
  }

  /** Says it in a sentence. */
  public String sentence() {
    return "Talos " + talos + " " + what + "; take " + instead + " or newer.";
  }
}
