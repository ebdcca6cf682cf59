package io.github.talosforge.releases;

import io.github.talosforge.model.TalosVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the way between two pairs of versions: one minor release at a time, each of Talos by its
 * newest patch, and at every step Talos runs the Kubernetes beside it. Talos goes first where both
 * could. For example, from Talos 1.12.4 with Kubernetes 1.34.0 to 1.14.1 with 1.36.2: Talos
 * 1.13.10, then 1.14.1, then Kubernetes 1.35, then 1.36.2.
 */
public final class Wayfinder {
  private final Releases releases;
  private final Collection<TalosVersion> published;

  /**
   * Prepares to look.
   *
   * @param releases what is known of releases
   * @param published the versions of Talos that can be had; where none of a minor release is among
   *     them, its newest known patch is taken
   */
  public Wayfinder(Releases releases, Collection<TalosVersion> published) {
    this.releases = releases;
    this.published = List.copyOf(published);
  }

  /** Finds the way. */
  public UpgradeWay between(VersionPair runs, VersionPair wanted) {
    List<String> obstacles = obstacles(runs, wanted);
    return obstacles.isEmpty()
        ? new Journey(runs, wanted).made()
        : new UpgradeWay(List.of(), obstacles);
  }

  private List<String> obstacles(VersionPair runs, VersionPair wanted) {
    List<String> found = new ArrayList<>();
    if (wanted.talos().compareTo(runs.talos()) < 0) {
      found.add(
          "Talos is not taken back from "
              + runs.talos()
              + " to "
              + wanted.talos()
              + ": the older one may not read what the newer one wrote.");
    }
    if (Minor.of(wanted.kubernetes()).compareTo(Minor.of(runs.kubernetes())) < 0) {
      found.add(
          "Kubernetes is not taken back from "
              + runs.kubernetes()
              + " to "
              + wanted.kubernetes()
              + ": an older API server may not read what the newer one stored. Only a restored"
              + " backup leads back.");
    }
    if (!wanted.talos().equals(runs.talos())) {
      releases
          .trouble(wanted.talos(), wanted.kubernetes())
          .map(Trouble::sentence)
          .ifPresent(found::add);
    }
    releases
        .of(wanted.talos())
        .filter(minor -> !minor.runs(wanted.kubernetes()))
        .map(
            minor ->
                "Talos "
                    + wanted.talos()
                    + " runs Kubernetes "
                    + minor.kubernetes()
                    + ", not "
                    + wanted.kubernetes()
                    + ".")
        .ifPresent(found::add);
    return found;
  }

  /** The newest patch that is no pre-release and of which nothing bad is known. */
  private Optional<TalosVersion> newest(Minor minor, Minor kubernetes) {
    return published.stream()
        .filter(version -> Minor.of(version).equals(minor) && !version.isPreRelease())
        .filter(version -> releases.trouble(version, kubernetes).isEmpty())
        .max(Comparator.naturalOrder())
        .or(() -> releases.of(minor).map(TalosMinor::newest));
  }

  /** Goes step by step; where neither half can go on, it says why. */
  private final class Journey {
    private final VersionPair goal;
    private final List<UpgradeStep> steps = new ArrayList<>();
    private TalosVersion talos;
    private Minor kubernetes;

    Journey(VersionPair from, VersionPair goal) {
      this.goal = goal;
      this.talos = from.talos();
      this.kubernetes = Minor.of(from.kubernetes());
      if (Minor.of(goal.kubernetes()).equals(kubernetes)
          && !goal.kubernetes().equals(from.kubernetes())) {
        steps.add(new UpgradeStep.Kubernetes(kubernetes, Optional.of(goal.kubernetes())));
      }
    }

    UpgradeWay made() {
      while (!talos.equals(goal.talos()) || !kubernetes.equals(Minor.of(goal.kubernetes()))) {
        if (!goOnWithTalos() && !goOnWithKubernetes()) {
          return new UpgradeWay(steps, List.of(standstill()));
        }
      }
      return new UpgradeWay(steps, List.of());
    }

    private boolean goOnWithTalos() {
      Optional<TalosVersion> next = nextTalos().filter(this::isAllowed);
      next.ifPresent(
          version -> {
            talos = version;
            steps.add(new UpgradeStep.Talos(version));
          });
      return next.isPresent();
    }

    private Optional<TalosVersion> nextTalos() {
      Minor here = Minor.of(talos);
      if (here.equals(Minor.of(goal.talos()))) {
        return talos.equals(goal.talos()) ? Optional.empty() : Optional.of(goal.talos());
      }
      boolean early =
          releases
              .of(talos)
              .flatMap(TalosMinor::leaveFrom)
              .filter(first -> talos.compareTo(first) < 0)
              .isPresent();
      if (early) {
        return newest(here, kubernetes);
      }
      return here.next().equals(Minor.of(goal.talos()))
          ? Optional.of(goal.talos())
          : newest(here.next(), kubernetes);
    }

    /** Of a minor release that is not known, nothing can be said against it. */
    private boolean isAllowed(TalosVersion version) {
      return releases
          .of(version)
          .filter(minor -> !minor.runs(kubernetes) || talos.compareTo(minor.oldestHost()) < 0)
          .isEmpty();
    }

    private boolean goOnWithKubernetes() {
      Minor end = Minor.of(goal.kubernetes());
      Minor next = kubernetes.next();
      boolean possible =
          kubernetes.compareTo(end) < 0
              && releases.of(talos).filter(minor -> !minor.runs(next)).isEmpty();
      if (possible) {
        kubernetes = next;
        steps.add(
            new UpgradeStep.Kubernetes(
                next, next.equals(end) ? Optional.of(goal.kubernetes()) : Optional.empty()));
      }
      return possible;
    }

    private String standstill() {
      return "From Talos "
          + talos
          + " with Kubernetes "
          + kubernetes
          + " no step leads on to "
          + goal
          + ": no release of Talos between runs the Kubernetes that it would find.";
    }
  }
}
