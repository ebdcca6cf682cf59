package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.TalosVersion;
import java.util.Optional;

/**
 * The installer that a configuration names, which patches may pin. A machine that is wiped installs
 * itself from it, so that it must not be of another version than what runs.
 *
 * @param documents the configuration with all patches
 * @param runs the version of Talos that the node runs
 */
public record InstallerPin(ConfigDocuments documents, TalosVersion runs) {
  private static final YamlWay PLACE = YamlWay.of("machine", "install", "image");

  private Optional<ImageName> other() {
    return PLACE
        .text(documents)
        .map(ImageName::new)
        .filter(image -> image.tag().filter(tag -> !tag.equals(runs.toString())).isPresent());
  }

  /** Returns the difference between what is pinned and what runs. */
  public Optional<VersionDifference> difference() {
    return other()
        .map(image -> new VersionDifference("installer", runs.toString(), image.versionOrName()));
  }

  /** Returns the configuration with an installer of the version that runs. */
  public ConfigDocuments held() {
    return other()
        .map(image -> PLACE.with(documents, Optional.of(image.tagged(runs.toString()).text())))
        .orElse(documents);
  }
}
