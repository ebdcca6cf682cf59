package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.property.CpuType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Looks whether hosts know the processor models that VMs are to have. */
final class CpuCheck {
  /** What every host can do, so that nobody needs to be asked. */
  private static final Set<String> EVERYWHERE = Set.of("host", "kvm64", "max", "qemu64");

  private static final String CUSTOM = "custom-";

  private final FileLines lines;

  private CpuCheck(FileLines lines) {
    this.lines = lines;
  }

  static List<Finding> check(
      Plan plan, ObservedCluster world, ProxmoxClient client, FileLines lines) {
    Map<HostName, Set<String>> wanted = new TreeMap<>();
    for (VmChange change : plan.changes(VmChange.class)) {
      String cpu = WantedValues.of(change).get("cpu");
      if (cpu != null && isAsked(CpuType.parse(cpu).type())) {
        wanted
            .computeIfAbsent(change.vm().host(), unused -> new TreeSet<>())
            .add(CpuType.parse(cpu).type());
      }
    }
    return check(wanted, world, host -> client.host(host.value()).cpuModels(), lines);
  }

  /** Tells whether not every host can do a model. */
  static boolean isAsked(String model) {
    return !EVERYWHERE.contains(model);
  }

  static List<Finding> check(
      Map<HostName, Set<String>> wanted,
      ObservedCluster world,
      Function<HostName, ? extends Collection<String>> models,
      FileLines lines) {
    CpuCheck check = new CpuCheck(lines);
    List<Finding> findings = new ArrayList<>();
    wanted.forEach(
        (host, names) -> {
          if (world.isOnline(host)) {
            findings.addAll(check.compare(host, names, world, Set.copyOf(models.apply(host))));
          }
        });
    return findings;
  }

  private List<Finding> compare(
      HostName host, Set<String> models, ObservedCluster world, Set<String> known) {
    boolean seesCustom = world.permissions().allows("/nodes", "Sys.Audit");
    return models.stream()
        .filter(model -> !known.contains(model))
        .map(
            model -> model.startsWith(CUSTOM) && !seesCustom ? unseen(model) : unknown(model, host))
        .distinct()
        .toList();
  }

  private Finding unknown(String model, HostName host) {
    return PreflightFinding.CPU_TYPE_UNKNOWN.at(
        lines.of("cpu_type", model),
        "Host " + host + " does not know the processor model '" + model + "'.",
        "Set cpu_type to host, or to x86-64-v2-AES to migrate between different processors. A"
            + " model of your own is written custom-<name>.");
  }

  private Finding unseen(String model) {
    return PreflightFinding.CPU_TYPE_UNSEEN.at(
        lines.of("cpu_type", model),
        "Whether the processor model '"
            + model
            + "' exists cannot be seen (no Sys.Audit on"
            + " /nodes).",
        "Check it in /etc/pve/virtual-guest/cpu-models.conf.");
  }
}
