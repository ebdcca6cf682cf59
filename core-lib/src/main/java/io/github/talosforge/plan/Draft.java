package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.RunningTask;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A plan while it is made. */
final class Draft {
  final List<Change> changes = new ArrayList<>();
  final List<Finding> findings = new ArrayList<>();
  final List<WaitingVm> waiting = new ArrayList<>();
  final List<UnlistedVm> unlisted = new ArrayList<>();
  final Set<RunningTask> tasks = new LinkedHashSet<>();
  final Set<NodeName> unchanged = new TreeSet<>();
  final Set<NodeName> left = new TreeSet<>();

  void report(
      PlanFinding kind,
      @Nullable SourceLocation location,
      String message,
      @Nullable String suggestion) {
    findings.add(kind.at(location, message, suggestion));
  }

  /** Reports what a later look at the same VM need not find again. */
  void reportAbout(
      ObservedGuest guest, PlanFinding kind, String message, @Nullable String suggestion) {
    findings.add(kind.at(null, message, suggestion).about(String.valueOf(guest.id())));
  }
}
