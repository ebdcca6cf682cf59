package io.github.talosforge.releases;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All that is known of releases, in one place: {@code releases.yaml} beside this class.
 *
 * @param asOf the day on which it was looked up
 * @param talos the minor releases of Talos
 * @param troubles releases that nobody should upgrade to
 * @param removed what minor releases of Kubernetes took away
 */
public record Releases(
    LocalDate asOf,
    NavigableMap<Minor, TalosMinor> talos,
    List<Trouble> troubles,
    List<RemovedItem> removed) {

  /** Keeps own copies. */
  public Releases {
    talos = Collections.unmodifiableNavigableMap(new TreeMap<>(talos));
    troubles = List.copyOf(troubles);
    removed = List.copyOf(removed);
  }

  /** Returns what is known. */
  public static Releases known() {
    return Known.RELEASES;
  }

  /** Read when somebody asks; most runs never do. */
  private static final class Known {
    static final Releases RELEASES = ReleasesFile.read();

    private Known() {}
  }

  /** Returns what is known of the minor release that a version of Talos belongs to. */
  public Optional<TalosMinor> of(TalosVersion version) {
    return of(Minor.of(version));
  }

  Optional<TalosMinor> of(Minor minor) {
    return Optional.ofNullable(talos.get(minor));
  }

  /** Tells whether a version of Talos is of a newer minor release than all that are known. */
  public boolean isNewer(TalosVersion version) {
    return Minor.of(version).compareTo(talos.lastKey()) > 0;
  }

  /** Returns why nobody should upgrade to a release, if anything is known against it. */
  public Optional<Trouble> trouble(TalosVersion version, KubernetesVersion beside) {
    return trouble(version, Minor.of(beside));
  }

  Optional<Trouble> trouble(TalosVersion version, Minor beside) {
    return troubles.stream().filter(each -> each.concerns(version, beside)).findFirst();
  }

  /** Returns what is taken away on the way from one version of Kubernetes to another. */
  public List<RemovedItem> removedBetween(KubernetesVersion from, KubernetesVersion to) {
    return removed.stream()
        .filter(item -> item.since().compareTo(Minor.of(from)) > 0)
        .filter(item -> item.since().compareTo(Minor.of(to)) <= 0)
        .toList();
  }
}
