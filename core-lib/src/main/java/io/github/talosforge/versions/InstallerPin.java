package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.TalosVersion;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The installer that a configuration names, which patches may pin. A machine that is wiped installs
 * itself from it, so that it must not be of another version or contents than what runs.
 *
 * @param documents the configuration with all patches
 * @param talos the version of Talos that the node runs or will run
 * @param runs what the node runs
 * @param own the installer that the node gets without patches
 */
public record InstallerPin(
    ConfigDocuments documents, TalosVersion talos, RunningVersions runs, String own) {
  static final YamlWay PLACE = YamlWay.of("machine", "install", "image");

  private static final Pattern SCHEMATIC = Pattern.compile(".*/([0-9a-f]{64})");

  private Optional<ImageName> pinned() {
    return PLACE.text(documents).map(ImageName::new);
  }

  /** Returns the installer that agrees with what runs. */
  private ImageName fitting(ImageName pinned) {
    boolean same = runs.installer().filter(pinned::equals).isPresent();
    if (!same && isOther(pinned)) {
      return runs.installer().map(this::ofTalos).orElseGet(() -> new ImageName(own));
    }
    return ofTalos(pinned);
  }

  private ImageName ofTalos(ImageName image) {
    boolean other = image.tag().filter(tag -> !tag.equals(talos.toString())).isPresent();
    return other ? image.tagged(talos.toString()) : image;
  }

  /**
   * Tells whether it installs something else, whatever its tag says. What is behind a digest or
   * behind a name without a schematic, nobody knows who has not run it.
   */
  private boolean isOther(ImageName pinned) {
    Optional<String> id = schematic(pinned);
    if (id.isPresent() && runs.talos().isPresent() && pinned.digest().isEmpty()) {
      return !id.equals(running());
    }
    return runs.installer()
        .filter(now -> !pinned.digest().equals(now.digest()) || !pinned.path().equals(now.path()))
        .isPresent();
  }

  /** An image without the mark of a schematic has what the empty one has. */
  private Optional<String> running() {
    return runs.schematic()
        .map(Object::toString)
        .or(
            () ->
                runs.installer().isEmpty()
                    ? schematic(new ImageName(own))
                    : Optional.of(VersionDifference.PLAIN));
  }

  private static Optional<String> schematic(ImageName image) {
    return Optional.of(SCHEMATIC.matcher(image.path()))
        .filter(matcher -> matcher.matches())
        .map(matcher -> matcher.group(1));
  }

  /** Returns the difference between what is pinned and what runs. */
  public Optional<VersionDifference> difference() {
    return pinned()
        .filter(image -> !fitting(image).equals(image))
        .map(image -> VersionDifference.named("installer", fitting(image), image));
  }

  /** Returns the configuration with an installer that agrees with what runs. */
  public ConfigDocuments held() {
    return pinned()
        .filter(image -> !fitting(image).equals(image))
        .map(image -> PLACE.with(documents, Optional.of(fitting(image).text())))
        .orElse(documents);
  }
}
