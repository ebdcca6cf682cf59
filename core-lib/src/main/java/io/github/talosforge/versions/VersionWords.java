package io.github.talosforge.versions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Differences of versions in words. */
public final class VersionWords {
  /** What becomes of a difference, so that nobody waits for it. */
  public static final String NOTHING_CHANGES =
      "No task changes a version yet: what runs goes on running.";

  private static final int SHORT = 12;

  private VersionWords() {}

  /**
   * Says what runs and what the files say, such as {@code Talos v1.12.4 and Kubernetes v1.34.0, but
   * the files say Talos v1.13.2 and Kubernetes v1.35.0}.
   *
   * @param differences the differences, at least one
   */
  public static String of(List<VersionDifference> differences) {
    List<VersionDifference> told = joined(differences);
    return told.stream()
            .map(each -> name(each.subject()) + " " + cut(each.subject(), each.runs()))
            .collect(Collectors.joining(" and "))
        + ", but the files say "
        + told.stream()
            .map(each -> name(each.subject()) + " " + cut(each.subject(), each.wanted()))
            .collect(Collectors.joining(" and "));
  }

  /** Parts of Kubernetes that differ in the same way are told as one. */
  private static List<VersionDifference> joined(List<VersionDifference> differences) {
    Map<String, List<VersionDifference>> parts = new LinkedHashMap<>();
    List<VersionDifference> told = new ArrayList<>();
    for (VersionDifference each : differences) {
      if (isKubernetes(each)) {
        parts
            .computeIfAbsent(each.runs() + " " + each.wanted(), way -> new ArrayList<>())
            .add(each);
      } else {
        told.add(each);
      }
    }
    for (List<VersionDifference> same : parts.values()) {
      String subject =
          parts.size() == 1
              ? "Kubernetes"
              : same.stream().map(VersionDifference::subject).collect(Collectors.joining("/"));
      told.add(new VersionDifference(subject, same.get(0).runs(), same.get(0).wanted()));
    }
    return told;
  }

  private static boolean isKubernetes(VersionDifference difference) {
    for (KubernetesPart part : KubernetesPart.ofRelease()) {
      if (part.label().equals(difference.subject())) {
        return true;
      }
    }
    return false;
  }

  private static String name(String subject) {
    return subject.equals(VersionDifference.TALOS) ? "Talos" : subject;
  }

  /** Nobody reads 64 digits. */
  private static String cut(String subject, String value) {
    return subject.equals(VersionDifference.SCHEMATIC) && value.length() > SHORT
        ? value.substring(0, SHORT)
        : value;
  }
}
