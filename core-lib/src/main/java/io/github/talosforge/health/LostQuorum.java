package io.github.talosforge.health;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.EtcdStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An etcd most of whose members are gone. No waiting brings it back, and nobody can join: a control
 * plane that was made anew waits for ever. Without a leader it does not even tell its members, so
 * that the control planes stand for them.
 *
 * @param left the control planes whose etcd still answers
 * @param gone the others
 */
public record LostQuorum(List<NodeName> left, List<NodeName> gone) {
  /** Keeps own copies of the lists. */
  public LostQuorum {
    left = List.copyOf(left);
    gone = List.copyOf(gone);
  }

  /**
   * Judges whether etcd lost its quorum.
   *
   * @param voices what the etcd of each control plane says, if it says anything
   * @return who is left and who is gone; empty where it has its quorum, or where nobody can tell
   */
  public static Optional<LostQuorum> among(Map<NodeName, Optional<EtcdStatus>> voices) {
    boolean led =
        voices.values().stream().flatMap(Optional::stream).anyMatch(status -> status.leader() != 0);
    LostQuorum lost = new LostQuorum(names(voices, true), names(voices, false));
    boolean minority = !lost.left().isEmpty() && lost.left().size() <= lost.gone().size();
    return minority && !led ? Optional.of(lost) : Optional.empty();
  }

  /**
   * Says why etcd does nothing, if that is what the control planes tell.
   *
   * @param voices what the etcd of each control plane says, if it says anything
   * @return that it lost its quorum, or that nobody leads it although all answer
   */
  public static Optional<String> explanation(Map<NodeName, Optional<EtcdStatus>> voices) {
    return among(voices).map(LostQuorum::words).or(() -> withoutLeader(voices));
  }

  /** All control planes of the files answer, so that whoever is missing is none of them. */
  private static Optional<String> withoutLeader(Map<NodeName, Optional<EtcdStatus>> voices) {
    boolean silent = voices.values().stream().anyMatch(Optional::isEmpty);
    boolean led =
        voices.values().stream().flatMap(Optional::stream).anyMatch(status -> status.leader() != 0);
    return silent || led || voices.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "etcd has no leader: it elects one now, or most of its members are gone and are no"
                + " control planes of the files. Bring those back with their disks; until then etcd"
                + " tells nobody who they are.");
  }

  private static List<NodeName> names(Map<NodeName, Optional<EtcdStatus>> voices, boolean heard) {
    return voices.entrySet().stream()
        .filter(voice -> voice.getValue().isPresent() == heard)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Says so, and what can be done.
   *
   * @return the sentences
   */
  public String words() {
    return "etcd has lost its quorum: of its members only "
        + joined(left)
        + " can be heard, and gone are "
        + joined(gone)
        + ". Bring back the VMs that these were, with their disks; one that was made anew cannot"
        + " join. If the disks are lost, recover etcd from a snapshot or from the data of "
        + joined(left)
        + " (Talos' documentation: disaster recovery), and neither reset nor destroy "
        + joined(left)
        + " before.";
  }

  private static String joined(List<NodeName> nodes) {
    return nodes.stream().map(NodeName::value).collect(Collectors.joining(", "));
  }
}
