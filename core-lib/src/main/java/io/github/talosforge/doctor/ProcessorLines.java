package io.github.talosforge.doctor;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.preflight.FilesPreflight;
import io.github.talosforge.proxmox.HostState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Whether hosts can run the processors that VMs are to have, and as many of them. */
final class ProcessorLines {
  private static final Set<String> VIRTUALISATION = Set.of("vmx", "svm");

  private ProcessorLines() {}

  static List<Line> of(Facts facts) {
    List<Line> lines = new ArrayList<>();
    lines.addAll(limits(facts));
    facts.wants().models().forEach((model, hosts) -> lines.addAll(model(facts, model, hosts)));
    lines.addAll(withoutVirtualisation(facts));
    return lines;
  }

  private static List<Line> limits(Facts facts) {
    List<Line> lines = new ArrayList<>();
    facts
        .wants()
        .processors()
        .forEach(finding -> lines.add(Line.of(Topic.PROCESSORS, "vm_cores", finding)));
    if (!lines.isEmpty()) {
      return lines;
    }
    Set<HostName> used = new TreeSet<>(facts.wants().hosts().values());
    for (HostName host : used) {
      if (facts.world().isOnline(host) && facts.processors(host) == 0) {
        lines.add(
            facts.unseen(
                Topic.PROCESSORS,
                "vm_cores",
                "How many processors " + host + " has is not seen",
                "/nodes/" + host,
                "Sys.Audit"));
      }
    }
    int most =
        facts.spec().nodes().stream().mapToInt(n -> n.vm().cpu().totalCores()).max().orElse(0);
    return lines.isEmpty()
        ? List.of(
            Line.fine(
                Topic.PROCESSORS, "vm_cores", "at most " + most + " in a VM; no host has fewer."))
        : lines;
  }

  private static List<Line> model(Facts facts, String model, SortedSet<HostName> hosts) {
    List<Line> lines = new ArrayList<>();
    if (FilesPreflight.isAsked(model)) {
      SortedSet<HostName> told = new TreeSet<>(hosts);
      told.removeIf(
          host -> Optional.ofNullable(facts.models().get(host)).flatMap(Answer::value).isEmpty());
      List<Finding> findings = facts.wants().model(model, told, host -> known(facts, host));
      findings.forEach(finding -> lines.add(Line.of(Topic.PROCESSORS, model, finding)));
      facts.models().values().stream()
          .flatMap(answer -> answer.silence().stream())
          .forEach(why -> lines.add(Line.failed(Topic.PROCESSORS, model, Verdict.UNKNOWN, why)));
    }
    hosts.forEach(host -> lacks(facts, model, host).ifPresent(lines::add));
    return lines.isEmpty()
        ? List.of(
            Line.fine(
                Topic.PROCESSORS,
                model,
                (FilesPreflight.isAsked(model) ? "known on " : "any host can do it: ")
                    + Facts.join(hosts)
                    + "."))
        : lines;
  }

  private static List<String> known(Facts facts, HostName host) {
    return Optional.ofNullable(facts.models().get(host)).flatMap(Answer::value).orElse(List.of());
  }

  /** Proxmox VE starts no VM whose model asks for what the host's processors cannot do. */
  private static Optional<Line> lacks(Facts facts, String model, HostName host) {
    Set<String> flags = flags(facts, host);
    SortedSet<String> missing = new TreeSet<>(ModelFlags.of(model));
    missing.removeAll(flags);
    return flags.isEmpty() || missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Line.of(
                Topic.PROCESSORS,
                model,
                Verdict.PROBLEM,
                "the processors of " + host + " lack " + Facts.join(missing) + ".",
                "Set cpu_type to host, or to a model that all hosts can do."));
  }

  private static Set<String> flags(Facts facts, HostName host) {
    return Optional.ofNullable(facts.states().get(host))
        .flatMap(Answer::value)
        .map(HostState::processorFlags)
        .orElse(Set.of());
  }

  private static List<Line> withoutVirtualisation(Facts facts) {
    return facts.spec().nodes().stream()
        .filter(ProcessorLines::needsVirtualisation)
        .flatMap(node -> Optional.ofNullable(facts.wants().hosts().get(node.name())).stream())
        .distinct()
        .sorted()
        .filter(host -> !flags(facts, host).isEmpty())
        .filter(host -> flags(facts, host).stream().noneMatch(VIRTUALISATION::contains))
        .map(
            host ->
                Line.of(
                    Topic.PROCESSORS,
                    "virtualisation",
                    Verdict.PROBLEM,
                    host + " cannot run VMs with KVM: its processors show neither vmx nor svm.",
                    "Switch virtualisation on in its firmware, or nested virtualisation if it is a"
                        + " VM itself."))
        .toList();
  }

  private static boolean needsVirtualisation(NodeSpec node) {
    return node.image().architecture() == Architecture.AMD64
        && !"0".equals(node.vm().options().get("kvm"));
  }
}
