package io.github.talosforge.preflight;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.CpuSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHost;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether hosts would start what VMs are to have: sockets times cores above the host's own
 * processors is accepted when it is written and refused at the start.
 */
final class CpuLimitCheck {
  private static final String SOCKETS = "sockets";
  private static final String CORES = "cores";

  private CpuLimitCheck() {}

  /** Virtual processors of VMs on a host that has fewer processors. */
  private record Excess(HostName host, int limit, int sockets, int cores) {
    static final Comparator<Excess> ORDER =
        Comparator.comparing(Excess::host)
            .thenComparing(Excess::sockets)
            .thenComparing(Excess::cores);

    long wanted() {
      return (long) sockets * cores;
    }
  }

  static List<Finding> check(Plan plan, ObservedCluster world, FileLines lines) {
    return told(
        plan.changes(VmChange.class).stream()
            .filter(CpuLimitCheck::matters)
            .flatMap(
                change ->
                    excess(change, world).stream()
                        .map(excess -> Map.entry(excess, change.vm().subject()))),
        lines);
  }

  /** Looks at nodes of the files where each of them is to be. */
  static List<Finding> check(
      Map<NodeSpec, HostName> nodes, ObservedCluster world, FileLines lines) {
    return told(
        nodes.entrySet().stream()
            .flatMap(
                place ->
                    excess(place.getValue(), place.getKey().vm().cpu(), world).stream()
                        .map(excess -> Map.entry(excess, "node " + place.getKey().name()))),
        lines);
  }

  private static List<Finding> told(Stream<Map.Entry<Excess, String>> excesses, FileLines lines) {
    Map<Excess, SortedSet<String>> found =
        excesses.collect(
            groupingBy(
                Map.Entry::getKey,
                () -> new TreeMap<>(Excess.ORDER),
                mapping(Map.Entry::getValue, toCollection(TreeSet::new))));
    return found.entrySet().stream()
        .map(entry -> finding(entry.getKey(), entry.getValue(), lines))
        .toList();
  }

  /** What neither starts a VM nor touches its processors leaves them as they are. */
  private static boolean matters(VmChange change) {
    Map<String, String> values = WantedValues.of(change);
    return change instanceof CreateVm
        || change instanceof StartVm
        || change instanceof StopStartVm
        || values.containsKey(SOCKETS)
        || values.containsKey(CORES);
  }

  private static Optional<Excess> excess(VmChange change, ObservedCluster world) {
    Map<String, String> after = new HashMap<>(live(change, world));
    after.putAll(WantedValues.of(change));
    return excess(change.vm().host(), number(after.get(SOCKETS)), number(after.get(CORES)), world);
  }

  private static Optional<Excess> excess(HostName host, CpuSpec cpu, ObservedCluster world) {
    return excess(host, cpu.sockets(), cpu.cores(), world);
  }

  private static Optional<Excess> excess(
      HostName host, int sockets, int cores, ObservedCluster world) {
    int limit = world.host(host).map(ObservedHost::processors).orElse(0);
    Excess excess = new Excess(host, limit, sockets, cores);
    return Optional.of(excess).filter(found -> limit > 0 && found.wanted() > limit);
  }

  private static Map<String, String> live(VmChange change, ObservedCluster world) {
    return change instanceof CreateVm
        ? Map.of()
        : world
            .guest(change.vm().vmId())
            .flatMap(ObservedGuest::configuration)
            .map(GuestConfiguration::afterRestart)
            .orElse(Map.of());
  }

  /** Without a value it is one. */
  private static int number(@Nullable String text) {
    return text != null && text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 1;
  }

  private static Finding finding(Excess excess, SortedSet<String> subjects, FileLines lines) {
    return PreflightFinding.CPU_LIMIT.at(
        line(excess, lines),
        "Host %s has %d processors and starts no VM with more, but %s would have %d (sockets %d, cores %d)."
            .formatted(
                excess.host(),
                excess.limit(),
                String.join(", ", subjects),
                excess.wanted(),
                excess.sockets(),
                excess.cores()),
        "Lower vm_cores or vm_sockets until their product is at most "
            + excess.limit()
            + ", or place the node on a larger host.");
  }

  private static @Nullable SourceLocation line(Excess excess, FileLines lines) {
    SourceLocation cores = lines.of(CORES, Integer.toString(excess.cores()));
    return cores == null ? lines.of(SOCKETS, Integer.toString(excess.sockets())) : cores;
  }
}
