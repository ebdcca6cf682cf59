package io.github.talosforge.simulator.talos;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What boots: an image of the Image Factory, or what an installer wrote to a disk.
 *
 * @param schematic the schematic's id
 * @param version the version
 * @param platform for example {@code nocloud} or {@code metal}
 * @param arch amd64 or arm64
 * @param iso whether it boots from an ISO, which is not installed
 * @param secureBoot whether it is signed for secure boot
 */
public record TalosImage(
    String schematic,
    TalosVersion version,
    String platform,
    String arch,
    boolean iso,
    boolean secureBoot) {
  private static final Pattern IDENTITY =
      Pattern.compile(
          "([0-9a-f]{64})/(v[0-9][^/]*)/([a-z]+)-(amd64|arm64)(-secureboot)?(\\.iso)?.*");
  private static final Pattern INSTALLER =
      Pattern.compile(
          "[^/]+(?:/[^/]+)*?/(?:([a-z]+)-)?installer(-secureboot)?(?:/([0-9a-f]{64}))?:(v[^@]+).*");
  private static final String PLAIN =
      "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";

  /**
   * Reads what is on a volume.
   *
   * @param identity the identity of the volume
   * @return the image, or empty when it is not Talos
   */
  public static Optional<TalosImage> parse(@Nullable String identity) {
    Matcher matcher = IDENTITY.matcher(identity == null ? "" : identity);
    return matcher.matches()
        ? Optional.of(
            new TalosImage(
                matcher.group(1),
                TalosVersion.parse(matcher.group(2)),
                matcher.group(3),
                matcher.group(4),
                matcher.group(6) != null,
                matcher.group(5) != null))
        : Optional.empty();
  }

  /**
   * What an installer leaves on a disk.
   *
   * @param reference for example {@code factory.talos.dev/nocloud-installer/376…:v1.12.6}
   * @param arch the architecture of the machine
   * @return the image, or empty when the reference is none of an installer
   */
  public static Optional<TalosImage> installed(String reference, String arch) {
    Matcher matcher = INSTALLER.matcher(reference);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String platform = matcher.group(1);
    String schematic = matcher.group(3);
    return Optional.of(
        new TalosImage(
            schematic == null ? PLAIN : schematic,
            TalosVersion.parse(matcher.group(4)),
            platform == null ? "metal" : platform,
            arch,
            false,
            matcher.group(2) != null));
  }

  /** The identity that a disk with this system has. */
  public String identity() {
    String signed = secureBoot ? "-secureboot" : "";
    return schematic
        + "/"
        + version.tag()
        + "/"
        + platform
        + "-"
        + arch
        + signed
        + (iso ? ".iso" : ".raw");
  }

  /** The mode of its platform. */
  public String mode() {
    return platform.equals("metal")
        ? "metal"
        : platform.equals("container") ? "container" : "cloud";
  }
}
