package io.github.talosforge.observe;

import io.github.talosforge.observe.Claim.State;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * VMs of this cluster under a name that it no longer has. Their tags look like another cluster's,
 * so their uid has to be read; once a VM shows all marks under the present name, there is no former
 * one, and other clusters' VMs cost nothing.
 */
final class FormerName {
  private FormerName() {}

  /** Returns the VMs whose configuration would tell, and was not read yet: the look goes on. */
  static Set<ObservedGuest> toRead(Ownership ownership, Collection<ObservedGuest> guests) {
    return isRuledOut(ownership, guests)
        ? Set.of()
        : guests.stream().filter(FormerName::isUnread).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the VMs that cannot tell because their host is down, unless another VM with the same
   * tag shows another cluster's uid.
   */
  static List<ObservedGuest> hidden(
      Ownership ownership, ObservedCluster observed, List<Claim> claims) {
    if (claims.stream().anyMatch(claim -> claim.state() == State.OURS)) {
      return List.of();
    }
    Set<String> others =
        observed.guests().stream()
            .filter(ownership::isOfAnotherCluster)
            .flatMap(guest -> guest.currentTags().stream())
            .filter(FormerName::isOfCluster)
            .collect(Collectors.toSet());
    return claims.stream()
        .filter(claim -> claim.state() != State.UNREACHABLE)
        .map(Claim::guest)
        .filter(guest -> isUnread(guest) && !observed.isOnline(guest.host()))
        .filter(guest -> guest.tags().stream().noneMatch(others::contains))
        .toList();
  }

  private static boolean isRuledOut(Ownership ownership, Collection<ObservedGuest> guests) {
    return guests.stream().anyMatch(guest -> ownership.claim(guest, true).state() == State.OURS);
  }

  private static boolean isUnread(ObservedGuest guest) {
    return guest.kind() == ObservedGuest.Kind.VM
        && guest.configuration().isEmpty()
        && guest.tags().contains(NodeIdentity.OURS.value());
  }

  private static boolean isOfCluster(String tag) {
    return tag.startsWith(NodeIdentity.OURS + "-") && !tag.equals(Ownership.TEMPLATE.value());
  }
}
