package io.github.talosforge.simulator.factory;

import io.github.talosforge.simulator.world.ImageSource;
import io.github.talosforge.simulator.world.RemoteImage;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an Image Factory knows, and what the simulated hosts find when they download. */
public final class ImageFactory implements ImageSource {
  /** The last patch release of each minor version that is offered. */
  private static final Map<Integer, Integer> MINORS = Map.of(9, 6, 10, 9, 11, 6, 12, 11, 13, 9);

  static final List<String> EXTENSIONS =
      List.of(
          "siderolabs/amd-ucode",
          "siderolabs/amdgpu",
          "siderolabs/btrfs",
          "siderolabs/drbd",
          "siderolabs/gvisor",
          "siderolabs/i915",
          "siderolabs/intel-ucode",
          "siderolabs/iscsi-tools",
          "siderolabs/nfsd",
          "siderolabs/nonfree-kmod-nvidia-production",
          "siderolabs/nvidia-container-toolkit-production",
          "siderolabs/qemu-guest-agent",
          "siderolabs/tailscale",
          "siderolabs/util-linux-tools",
          "siderolabs/zfs");

  /** The one that most people who run Talos on Proxmox VE have. */
  private static final Schematic WITH_AGENT =
      new Schematic(
          """
          customization:
              systemExtensions:
                  officialExtensions:
                      - siderolabs/qemu-guest-agent
          """,
          List.of("siderolabs/qemu-guest-agent"));

  private final Map<String, Schematic> schematics = new ConcurrentSkipListMap<>();
  private final Map<String, RemoteImage> others = new ConcurrentHashMap<>();
  private final Set<String> silent = ConcurrentHashMap.newKeySet();

  /**
   * A factory.
   *
   * @param saved the schematics that it knew, by id
   */
  public ImageFactory(Map<String, String> saved) {
    know(new Schematic("customization: {}\n", List.of()));
    know(WITH_AGENT);
    saved.forEach((id, text) -> schematics.computeIfAbsent(id, unknown -> Schematic.parse(text)));
  }

  /**
   * The schematics that it knows, by id.
   *
   * @return canonical texts
   */
  public Map<String, String> snapshot() {
    Map<String, String> texts = new TreeMap<>();
    schematics.forEach((id, schematic) -> texts.put(id, schematic.canonical()));
    return texts;
  }

  /**
   * Makes a file available to downloads, under any address.
   *
   * @param url the address
   * @param image what is there
   */
  public void publish(String url, RemoteImage image) {
    others.put(url, image);
  }

  /**
   * Makes hosts find nobody at an address.
   *
   * @param authority host and port, as URLs have them
   */
  public void refuseConnections(String authority) {
    silent.add(authority);
  }

  @Override
  public boolean isListening(String url) {
    return silent.stream()
        .noneMatch(authority -> url.matches("[a-z]+://\\Q" + authority + "\\E(/.*)?"));
  }

  /**
   * The official system extensions in the images of a schematic.
   *
   * @param id the schematic's id
   * @return such as {@code siderolabs/qemu-guest-agent}
   */
  public List<String> extensions(String id) {
    Schematic schematic = schematics.get(id);
    return schematic == null ? List.of() : schematic.extensions();
  }

  @Override
  public Optional<RemoteImage> find(String url) {
    RemoteImage published = others.get(url);
    if (published != null) {
      return Optional.of(published);
    }
    try {
      String path = URI.create(url).getPath();
      return ImageName.parse(path == null ? "" : path)
          .filter(name -> !name.isChecksum() && problem(name) == null)
          .map(ImageFile::describe);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds a schematic.
   *
   * @throws IllegalArgumentException when it is none
   */
  Schematic add(String text) {
    return know(Schematic.parse(text));
  }

  private Schematic know(Schematic schematic) {
    schematics.put(schematic.id(), schematic);
    return schematic;
  }

  @Nullable Schematic schematic(String id) {
    return schematics.get(id);
  }

  static List<String> versions() {
    return MINORS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(minor -> patches(minor.getKey(), minor.getValue()))
        .toList();
  }

  private static Stream<String> patches(int minor, int last) {
    return IntStream.rangeClosed(0, last).mapToObj(patch -> "v1." + minor + "." + patch);
  }

  /** Why an image cannot be made, or null. */
  @Nullable String problem(ImageName name) {
    Schematic schematic = schematics.get(name.schematic());
    if (schematic == null) {
      return "schematic ID \"" + name.schematic() + "\" not found";
    }
    if (!versions().contains(name.version())) {
      return "version " + name.version() + " is not available";
    }
    return schematic.extensions().stream()
        .filter(extension -> !EXTENSIONS.contains(extension))
        .findFirst()
        .map(unknown -> "official extension \"" + unknown + "\" is not available")
        .orElse(null);
  }
}
