package io.github.talosforge.versions;

import io.github.talosforge.model.NodeRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One thing that a node runs in another version than the files want.
 *
 * @param subject what it is, such as {@code talos}, {@code schematic} or {@code kubelet}
 * @param runs what runs
 * @param wanted what the files want
 */
public record VersionDifference(String subject, String runs, String wanted) {
  /** The subject of a difference in Talos itself. */
  public static final String TALOS = "talos";

  /** The subject of a difference in what is in the image besides Talos. */
  public static final String SCHEMATIC = "schematic";

  static final String PLAIN = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";

  /** Compares; what is not known differs from nothing. */
  public static List<VersionDifference> between(
      RunningVersions runs, WantedVersions wanted, NodeRole role) {
    List<VersionDifference> found = new ArrayList<>();
    runs.talos()
        .filter(version -> !version.equals(wanted.talos()))
        .ifPresent(version -> found.add(of(TALOS, version, wanted.talos())));
    wanted
        .schematic()
        .filter(id -> runs.talos().isPresent() && !id.value().equals(schematic(runs)))
        .ifPresent(id -> found.add(of(SCHEMATIC, schematic(runs), id)));
    runs.kubernetes().ifPresent(images -> kubernetes(images, wanted, role, found));
    return List.copyOf(found);
  }

  /** An image without the mark of a schematic has what the empty one has. */
  private static String schematic(RunningVersions runs) {
    return runs.schematic().map(Object::toString).orElse(PLAIN);
  }

  private static void kubernetes(
      KubernetesImages runs, WantedVersions wanted, NodeRole role, List<VersionDifference> found) {
    for (KubernetesPart part : KubernetesPart.of(role)) {
      Optional<ImageName> now = runs.of(part);
      Optional<ImageName> then = wanted.kubernetes().of(part);
      if (now.isPresent() && then.isPresent()) {
        between(part.label(), now.get(), then.get()).ifPresent(found::add);
      } else if (!part.isOfRelease() && then.isPresent()) {
        String wish = then.get().versionOrName();
        found.add(of(part.label(), KubernetesPart.CHOSEN_BY_TALOS, wish));
      } else if (!part.isOfRelease() && runs.images().containsKey(part)) {
        String kept = now.orElseThrow().versionOrName();
        found.add(of(part.label(), kept, KubernetesPart.CHOSEN_BY_TALOS));
      }
    }
  }

  private static Optional<VersionDifference> between(
      String subject, ImageName now, ImageName then) {
    return now.isSameVersionAs(then) ? Optional.empty() : Optional.of(named(subject, now, then));
  }

  /** Images that differ in more than their tags are told by their whole names. */
  static VersionDifference named(String subject, ImageName now, ImageName then) {
    boolean byTag = now.digest().isEmpty() && then.digest().isEmpty();
    return byTag && !now.versionOrName().equals(then.versionOrName())
        ? of(subject, now.versionOrName(), then.versionOrName())
        : of(subject, now.text(), then.text());
  }

  private static VersionDifference of(String subject, Object runs, Object wanted) {
    return new VersionDifference(subject, runs.toString(), wanted.toString());
  }
}
