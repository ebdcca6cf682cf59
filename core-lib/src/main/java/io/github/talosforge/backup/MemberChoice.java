package io.github.talosforge.backup;

import io.github.talosforge.health.CheckedNode;
import io.github.talosforge.redaction.TalosforgeException;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.ManyNodes;
import io.github.talosforge.talos.TalosException;
import io.github.talosforge.talos.TalosNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which members of etcd can give a snapshot: those with a vote and a leader. The leader, which has
 * most to do, and those that are behind come last.
 *
 * @param voices the members in the order in which they are tried
 * @param warnings what the user should look after
 */
record MemberChoice(List<Voice> voices, List<String> warnings) {
  /** How many entries of its log a member may be behind, as for etcd's own promotion of members. */
  private static final long BEHIND = 1000;

  /**
   * A member and what it says.
   *
   * @param node its node
   * @param talos the way to it
   * @param status how it is
   * @param members the members that it knows
   * @param alarms the alarms that it knows, of all members
   */
  record Voice(
      CheckedNode node,
      TalosNode talos,
      EtcdStatus status,
      List<EtcdMember> members,
      List<EtcdAlarm> alarms) {
    String name() {
      return node.name().value();
    }

    boolean leads() {
      return status.leader() == status.memberId();
    }

    Optional<String> objection() {
      if (status.learner()) {
        return Optional.of("its member of etcd has no vote yet");
      }
      if (status.leader() == 0) {
        return Optional.of("its member of etcd has no leader");
      }
      return status.errors().isEmpty()
          ? Optional.empty()
          : Optional.of("its member of etcd says: " + String.join("; ", status.errors()));
    }

    private Set<Long> ids() {
      return members.stream().map(EtcdMember::id).collect(Collectors.toSet());
    }

    private String memberName(long id) {
      return members.stream()
          .filter(member -> member.id() == id)
          .map(EtcdMember::hostname)
          .findFirst()
          .orElse("member %016x".formatted(id));
    }
  }

  /** What a node answered. */
  private record Answer(CheckedNode node, Optional<Voice> voice, String problem) {
    static Answer of(CheckedNode node) {
      if (node.talos().isEmpty()) {
        return new Answer(node, Optional.empty(), node.obstacle());
      }
      TalosNode talos = node.talos().get();
      try {
        Voice voice =
            new Voice(node, talos, talos.etcdStatus(), talos.etcdMembers(), talos.etcdAlarms());
        return new Answer(node, Optional.of(voice), voice.objection().orElse(""));
      } catch (TalosException e) {
        return new Answer(node, Optional.empty(), words(e));
      }
    }

    boolean fits() {
      return voice.isPresent() && problem.isEmpty();
    }

    String line() {
      return node.name() + ": " + problem;
    }
  }

  /** An exception's problem without its advice. */
  static String words(TalosforgeException failure) {
    return failure.problem();
  }

  static MemberChoice of(List<CheckedNode> controlPlanes) {
    List<Answer> answers = ManyNodes.ask(controlPlanes, Answer::of);
    List<Voice> voices =
        answers.stream()
            .filter(Answer::fits)
            .flatMap(answer -> answer.voice().stream())
            .sorted(order(answers))
            .toList();
    if (voices.isEmpty()) {
      throw new BackupException(
          "No control plane can give a snapshot of etcd; nothing was written.\n"
              + lines(answers)
              + "\nhealthCluster says more.",
          /* cause= */ null);
    }
    refuseTwo(voices);
    refuseCorrupt(voices);
    List<String> warnings = new ArrayList<>(noSpace(voices));
    answers.stream().filter(answer -> !answer.fits()).map(Answer::line).forEach(warnings::add);
    return new MemberChoice(voices, warnings);
  }

  private static String lines(List<Answer> answers) {
    return answers.stream().map(answer -> "  " + answer.line()).collect(Collectors.joining("\n"));
  }

  private static Comparator<Voice> order(List<Answer> answers) {
    long furthest =
        answers.stream()
            .flatMap(answer -> answer.voice().stream())
            .mapToLong(voice -> voice.status().appliedIndex())
            .max()
            .orElse(0);
    return Comparator.<Voice, Boolean>comparing(
            voice -> furthest - voice.status().appliedIndex() > BEHIND)
        .thenComparing(Voice::leads);
  }

  private static void refuseTwo(List<Voice> voices) {
    Voice first = voices.get(0);
    for (Voice other : voices) {
      if (Collections.disjoint(first.ids(), other.ids())) {
        throw new BackupException(
            first.name()
                + " and "
                + other.name()
                + " are members of two etcds, and nobody knows which one is this cluster's; nothing"
                + " was written. healthCluster says more.",
            /* cause= */ null);
      }
    }
  }

  private static void refuseCorrupt(List<Voice> voices) {
    alarmed(voices, EtcdAlarm.Kind.CORRUPT)
        .ifPresent(
            who -> {
              throw new BackupException(
                  "etcd has raised the alarm CORRUPT for "
                      + who
                      + ": members have different data, and nobody knows whose is right; nothing was"
                      + " written. Keep the last backup, take that member out of etcd and let it join"
                      + " with empty data (rebuildNode), then disarm the alarm: talosctl etcd alarm"
                      + " disarm",
                  /* cause= */ null);
            });
  }

  private static List<String> noSpace(List<Voice> voices) {
    return alarmed(voices, EtcdAlarm.Kind.NO_SPACE).stream()
        .map(
            who ->
                "etcd has raised the alarm NOSPACE for "
                    + who
                    + ": it takes no writes any more. The backup holds what was written before.")
        .toList();
  }

  private static Optional<String> alarmed(List<Voice> voices, EtcdAlarm.Kind kind) {
    String names =
        voices.stream()
            .flatMap(
                voice ->
                    voice.alarms().stream()
                        .filter(alarm -> alarm.kind() == kind)
                        .map(alarm -> voice.memberName(alarm.memberId())))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }
}
