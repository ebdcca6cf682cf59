package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.PoolName;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks before the first write whether a plan can succeed. All findings come at once, and only what
 * the plan touches is read: for an empty plan, nothing.
 */
public final class Preflight {
  private final ProxmoxClient client;
  private final Dialer dialer;
  private final Account account;
  private final Function<URI, ImageFactory> factories;
  private final Map<PoolName, Boolean> pools = new HashMap<>();

  /**
   * Prepares to look.
   *
   * @param client the connection to Proxmox
   * @param dialer what knocks at addresses
   * @param account whose rights are looked at
   * @param factories opens the Image Factory at an address
   */
  public Preflight(
      ProxmoxClient client, Dialer dialer, Account account, Function<URI, ImageFactory> factories) {
    this.client = client;
    this.dialer = dialer;
    this.account = account;
    this.factories = factories;
  }

  /**
   * Looks at everything that a plan touches.
   *
   * @param plan the plan
   * @param world what the plan was made from
   * @param spec the cluster as its files describe it
   * @return what stands in the way or is worth knowing
   */
  public FindingReport check(Plan plan, ObservedCluster world, ClusterSpec spec) {
    FileLines lines = new FileLines(spec);
    Optional<String> vip = spec.network().vip().map(Object::toString);
    List<Finding> findings = new ArrayList<>();
    findings.addAll(RightsCheck.check(plan, world, account, this::exists));
    findings.addAll(RootOptionsCheck.check(plan, account));
    findings.addAll(StorageCheck.check(plan, world, lines));
    findings.addAll(NetworkCheck.check(plan, world, client, lines));
    findings.addAll(CpuCheck.check(plan, world, client, lines));
    findings.addAll(CpuLimitCheck.check(plan, world, lines));
    findings.addAll(GpuCheck.check(plan, world, client, account));
    findings.addAll(DataUseCheck.check(plan, world, client));
    findings.addAll(SnapshotCheck.check(plan, client));
    findings.addAll(GoingVolumesCheck.check(plan, world, client));
    findings.addAll(NewDataVmCheck.check(plan, world, client));
    findings.addAll(ids(plan, world));
    findings.addAll(ImageCheck.check(plan, spec, factories));
    findings.addAll(AddressCheck.check(plan, vip, dialer));
    return FindingReport.of(findings).merge(clocks(client));
  }

  /**
   * Compares the server's clock with ours, by what was answered so far.
   *
   * @param client what was answered
   * @return a finding if they differ
   */
  public static FindingReport clocks(ProxmoxClient client) {
    return FindingReport.of(client.clock().flatMap(ClockCheck::check).stream().toList());
  }

  private boolean exists(PoolName pool) {
    return pools.computeIfAbsent(pool, name -> client.pools().find(name.value()).isPresent());
  }

  /** Only credentials that do not see every VM need to ask for each id. */
  private List<Finding> ids(Plan plan, ObservedCluster world) {
    if (world.permissions().allows("/vms", "VM.Audit")) {
      return List.of();
    }
    return plan.changes(CreateVm.class).stream()
        .filter(create -> !(create.source() instanceof CreateVm.Source.Made))
        .filter(
            create ->
                plan.changes(DestroyVm.class).stream()
                    .noneMatch(old -> old.vm().vmId().equals(create.vm().vmId())))
        .filter(create -> !client.cluster().isFree(create.vm().vmId().value()))
        .map(
            create ->
                PreflightFinding.ID_TAKEN.finding(
                    "The id "
                        + create.vm().vmId()
                        + " of "
                        + create.vm().subject()
                        + " is taken by a guest that these credentials cannot see.",
                    "Pin another vm_id, or give the cluster other vm_id_ranges."))
        .toList();
  }
}
