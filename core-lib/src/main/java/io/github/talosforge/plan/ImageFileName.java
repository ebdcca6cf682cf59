package io.github.talosforge.plan;

import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.plan.FetchImage.Content;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a downloaded image on a storage. It tells version, schematic and kind, so that a file
 * found there is known without asking anybody.
 *
 * @param version the Talos version in it
 * @param schematic the first 12 digits of its schematic
 * @param architecture the processor that it is for
 * @param secureBoot whether it is signed for secure boot
 * @param content what it is used for
 */
public record ImageFileName(
    TalosVersion version,
    String schematic,
    Architecture architecture,
    boolean secureBoot,
    Content content) {
  private static final Pattern VOLUME =
      Pattern.compile(
          "[^:]+:(?<content>import|iso)/talos-(?<version>v[^/]+)-(?<schematic>[0-9a-f]{12})"
              + "-nocloud-(?<architecture>[a-z0-9]+?)(?<secure>-secureboot)?\\.(?:qcow2|iso)");

  /** Returns the name of an image. */
  public static ImageFileName of(TalosImage image, Content content) {
    return new ImageFileName(
        image.version(),
        image.schematicId().value().substring(0, 12),
        image.architecture(),
        image.secureBoot(),
        content);
  }

  /** Reads a volume; empty when it is no image that was downloaded from here. */
  public static Optional<ImageFileName> of(String volume) {
    Matcher parts = VOLUME.matcher(volume);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      ImageFileName name =
          new ImageFileName(
              TalosVersion.of(parts.group("version")),
              parts.group("schematic"),
              Architecture.valueOf(parts.group("architecture").toUpperCase(Locale.ROOT)),
              parts.group("secure") != null,
              Content.valueOf(parts.group("content").toUpperCase(Locale.ROOT)));
      return volume.endsWith("/" + name) ? Optional.of(name) : Optional.empty();
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  /** Returns the last part of its address at the Image Factory. */
  public String asset() {
    return "nocloud-"
        + architecture.name().toLowerCase(Locale.ROOT)
        + (secureBoot ? "-secureboot" : "")
        + (content == Content.ISO ? ".iso" : ".qcow2");
  }

  /** Returns the volume on a storage. */
  public String volume(StorageName storage) {
    return storage + ":" + content.type() + "/" + this;
  }

  /** Returns the name itself. */
  @Override
  public String toString() {
    return String.join("-", "talos", version.toString(), schematic, asset());
  }
}
